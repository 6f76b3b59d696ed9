/* Matching of most weight in any graph: Edmonds's blossom method (1965) with labels of vertices
 * and blossoms. What must hold: every edge's slack (the labels of its ends less twice its
 * weight) is at least zero, and zero along the trees; an unmatched vertex has the smallest
 * label of all. Then, when that label is zero, no matching is heavier. Vertices are 1 to n
 * here, blossoms n + 1 and above, 0 is none. A "surface" is a blossom, or a vertex, that is
 * inside no other. */
#include "pairing/matching.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef uint16_t node;

/* An edge between surfaces, by the vertices at its ends; `from` 0: there is none. */
typedef struct link {
    node from, to;
} link;

typedef enum side { FREE, OUTER, INNER } side;

struct matching {
    unsigned room;           /* vertices that fit */
    node n, top;             /* vertices; the highest node in use */
    unsigned nodes;          /* that fit, and so the length of a row below */
    matching_weight *weight; /* of vertices: room x room */
    link *link;              /* of nodes: nodes x nodes */
    matching_weight *label;
    node *mate;   /* the vertex at the other end */
    node *best;   /* the outer vertex with the edge of least slack to this surface */
    node *inside; /* of which surface it is a part; 0: not in use */
    node *parent; /* the vertex from which its tree came to it */
    node *child;  /* by blossom and vertex: which of its children has the vertex */
    node *cycle;  /* by blossom: its children, the base first */
    node *length; /* how many */
    unsigned *seen;
    unsigned seen_now;
    side *is;
    node *queue; /* outer vertices that are to be looked at */
    unsigned queued, looked;
};

int matching_compare(const matching_weight *a, const matching_weight *b) {
    for (int i = 0; i < MATCHING_PARTS; i++)
        if (a->part[i] != b->part[i])
            return a->part[i] < b->part[i] ? -1 : 1;
    return 0;
}

static matching_weight combine(matching_weight a, matching_weight b, int64_t times) {
    for (int i = 0; i < MATCHING_PARTS; i++)
        a.part[i] += times * b.part[i];
    return a;
}

matching_weight matching_add(matching_weight a, matching_weight b) {
    return combine(a, b, 1);
}

/* Of a slack between outer surfaces, which is even because weights count twice in it. */
static matching_weight half(matching_weight a) {
    for (int i = 0; i < MATCHING_PARTS; i++)
        a.part[i] /= 2;
    return a;
}

static bool is_zero(const matching_weight *a) {
    return !a->part[0] && !a->part[1] && !a->part[2] && !a->part[3];
}

/* ---- memory ---- */

matching *matching_new(unsigned vertices_max) {
    matching *m = calloc(1, sizeof *m);
    assert(vertices_max <= MATCHING_VERTICES_MAX);
    if (!m)
        return NULL;
    size_t room = vertices_max + 1, nodes = 2 * room;
    m->room = (unsigned)room;
    m->nodes = (unsigned)nodes;
    m->weight = calloc(room * room, sizeof *m->weight);
    m->link = calloc(nodes * nodes, sizeof *m->link);
    m->label = calloc(nodes, sizeof *m->label);
    m->mate = calloc(nodes, sizeof *m->mate);
    m->best = calloc(nodes, sizeof *m->best);
    m->inside = calloc(nodes, sizeof *m->inside);
    m->parent = calloc(nodes, sizeof *m->parent);
    m->child = calloc(nodes * room, sizeof *m->child);
    m->cycle = calloc(nodes * room, sizeof *m->cycle);
    m->length = calloc(nodes, sizeof *m->length);
    m->seen = calloc(nodes, sizeof *m->seen);
    m->is = calloc(nodes, sizeof *m->is);
    m->queue = calloc(nodes, sizeof *m->queue);
    if (m->weight && m->link && m->label && m->mate && m->best && m->inside && m->parent &&
        m->child && m->cycle && m->length && m->seen && m->is && m->queue)
        return m;
    matching_free(m);
    return NULL;
}

void matching_free(matching *m) {
    if (!m)
        return;
    void *const parts[] = {m->weight, m->link,  m->label,  m->mate, m->best, m->inside, m->parent,
                           m->child,  m->cycle, m->length, m->seen, m->is,   m->queue};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        free(parts[i]);
    free(m);
}

static link *link_of(const matching *m, node a, node b) {
    return &m->link[(size_t)a * m->nodes + b];
}

static matching_weight *weight_of(const matching *m, node a, node b) {
    return &m->weight[(size_t)a * m->room + b];
}

static node *child_of(const matching *m, node blossom, node vertex) {
    return &m->child[(size_t)blossom * m->room + vertex];
}

static node *cycle_of(const matching *m, node blossom) {
    return &m->cycle[(size_t)blossom * m->room];
}

void matching_clear(matching *m, unsigned vertices) {
    assert(vertices < m->room);
    m->n = m->top = (node)vertices;
    memset(m->link, 0, (size_t)m->nodes * m->nodes * sizeof *m->link);
}

void matching_set_edge(matching *m, unsigned a, unsigned b, matching_weight weight) {
    node u = (node)(a + 1), v = (node)(b + 1);
    assert(u <= m->n && v <= m->n && u != v);
    *weight_of(m, u, v) = *weight_of(m, v, u) = weight;
    *link_of(m, u, v) = (link){u, v};
    *link_of(m, v, u) = (link){v, u};
}

/* ---- slack ---- */

static matching_weight slack(const matching *m, const link *edge) {
    matching_weight sum = matching_add(m->label[edge->from], m->label[edge->to]);
    return combine(sum, *weight_of(m, edge->from, edge->to), -2);
}

static bool is_slacker(const matching *m, const link *a, const link *b) {
    matching_weight of_a = slack(m, a), of_b = slack(m, b);
    return matching_compare(&of_a, &of_b) > 0;
}

/* Of the edges that lead to a surface only the one of least slack matters: it is the first to
 * have none. */
static void improve_best(matching *m, node vertex, node surface) {
    node now = m->best[surface];
    if (!now || is_slacker(m, link_of(m, now, surface), link_of(m, vertex, surface)))
        m->best[surface] = vertex;
}

static void find_best(matching *m, node surface) {
    m->best[surface] = 0;
    for (node v = 1; v <= m->n; v++)
        if (link_of(m, v, surface)->from && m->inside[v] != surface && m->is[m->inside[v]] == OUTER)
            improve_best(m, v, surface);
}

/* ---- blossoms ---- */

/* Queues all vertices that are inside a node, however deep. */
static void enqueue(matching *m, node x) {
    if (x <= m->n)
        m->queue[m->queued++] = x;
    else
        for (node i = 0; i < m->length[x]; i++)
            enqueue(m, cycle_of(m, x)[i]);
}

static void put_inside(matching *m, node x, node surface) {
    m->inside[x] = surface;
    if (x > m->n)
        for (node i = 0; i < m->length[x]; i++)
            put_inside(m, cycle_of(m, x)[i], surface);
}

static void reverse(node *from, node *to) {
    while (from < to - 1) {
        node kept = *from;
        *from++ = *--to;
        *to = kept;
    }
}

/* Where the child stands in the cycle, which is turned so that an even number of children comes
 * before it. */
static node even_place(matching *m, node blossom, node child) {
    node *cycle = cycle_of(m, blossom), at = 0;
    while (cycle[at] != child)
        at++;
    if (at % 2 == 0)
        return at;
    reverse(cycle + 1, cycle + m->length[blossom]);
    return (node)(m->length[blossom] - at);
}

static void rotate(node *cycle, node length, node by) {
    reverse(cycle, cycle + by);
    reverse(cycle + by, cycle + length);
    reverse(cycle, cycle + length);
}

/* The surface `u` is matched along its edge to `v`, and so are all that are inside it. */
static void match(matching *m, node u, node v) {
    link edge = *link_of(m, u, v);
    m->mate[u] = edge.to;
    if (u <= m->n)
        return;
    node child = *child_of(m, u, edge.from);
    node at = even_place(m, u, child);
    for (node i = 0; i < at; i++)
        match(m, cycle_of(m, u)[i], cycle_of(m, u)[i ^ 1]);
    match(m, child, v);
    rotate(cycle_of(m, u), m->length[u], at);
}

/* Matches `u` with `v`, and turns the edges of the tree above `u`. */
static void augment(matching *m, node u, node v) {
    for (;;) {
        node next = m->inside[m->mate[u]];
        match(m, u, v);
        if (!next)
            return;
        node above = m->inside[m->parent[next]];
        match(m, next, above);
        u = above;
        v = next;
    }
}

/* The outer surface above an outer one in its tree, two edges up: the matched one, then the
 * tree's; 0 at the root. */
static node above_of(const matching *m, node u) {
    node inner = m->inside[m->mate[u]];
    return inner ? m->inside[m->parent[inner]] : 0;
}

/* Where the ways of two outer surfaces to their roots meet; 0: nowhere. */
static node meeting(matching *m, node u, node v) {
    m->seen_now++;
    while (u || v) {
        if (u && m->seen[u] == m->seen_now)
            return u;
        if (u) {
            m->seen[u] = m->seen_now;
            u = above_of(m, u);
        }
        node other = v;
        v = u;
        u = other;
    }
    return 0;
}

/* Puts the way from an outer surface up to the base into the cycle, an outer and an inner
 * surface at a time. The inner ones become outer by it, so their vertices are to be looked at. */
static void add_way(matching *m, node blossom, node from, node base) {
    for (node x = from, y; x != base; x = m->inside[m->parent[y]]) {
        cycle_of(m, blossom)[m->length[blossom]++] = x;
        cycle_of(m, blossom)[m->length[blossom]++] = y = m->inside[m->mate[x]];
        enqueue(m, y);
    }
}

/* The blossom's edges are the best of its children's. */
static void take_links(matching *m, node blossom) {
    for (node x = 1; x <= m->top; x++)
        *link_of(m, blossom, x) = *link_of(m, x, blossom) = (link){0, 0};
    for (node x = 1; x <= m->n; x++)
        *child_of(m, blossom, x) = 0;
    for (node i = 0; i < m->length[blossom]; i++) {
        node child = cycle_of(m, blossom)[i];
        for (node x = 1; x <= m->top; x++) {
            const link *of_child = link_of(m, child, x);
            link *own = link_of(m, blossom, x);
            if (of_child->from && (!own->from || is_slacker(m, own, of_child))) {
                *own = *of_child;
                *link_of(m, x, blossom) = *link_of(m, x, child);
            }
        }
        for (node x = 1; x <= m->n; x++)
            if (*child_of(m, child, x))
                *child_of(m, blossom, x) = child;
    }
}

/* An edge between two outer surfaces of one tree closes an odd cycle: it becomes one surface, a
 * blossom, whose base is where both ways meet. */
static void add_blossom(matching *m, node u, node base, node v) {
    node blossom = (node)(m->n + 1);
    while (blossom <= m->top && m->inside[blossom])
        blossom++;
    if (blossom > m->top)
        m->top = blossom;
    assert(blossom < m->nodes);
    m->label[blossom] = (matching_weight){{0}};
    m->is[blossom] = OUTER;
    m->mate[blossom] = m->mate[base];
    m->parent[blossom] = m->parent[base];
    m->length[blossom] = 1;
    cycle_of(m, blossom)[0] = base;
    add_way(m, blossom, u, base);
    reverse(cycle_of(m, blossom) + 1, cycle_of(m, blossom) + m->length[blossom]);
    add_way(m, blossom, v, base);
    put_inside(m, blossom, blossom);
    take_links(m, blossom);
    find_best(m, blossom);
}

/* An inner blossom whose label is zero comes apart: the children between its base and the one
 * through which its tree goes stay in the tree. */
static void expand_blossom(matching *m, node blossom) {
    node *cycle = cycle_of(m, blossom);
    for (node i = 0; i < m->length[blossom]; i++)
        put_inside(m, cycle[i], cycle[i]);
    node entry = *child_of(m, blossom, link_of(m, blossom, m->parent[blossom])->from);
    node at = even_place(m, blossom, entry);
    for (node i = 0; i < at; i = (node)(i + 2)) {
        node inner = cycle[i], outer = cycle[i + 1];
        m->parent[inner] = link_of(m, outer, inner)->from;
        m->is[inner] = INNER;
        m->is[outer] = OUTER;
        m->best[inner] = 0;
        find_best(m, outer);
        enqueue(m, outer);
    }
    m->is[entry] = INNER;
    m->parent[entry] = m->parent[blossom];
    for (node i = (node)(at + 1); i < m->length[blossom]; i++) {
        m->is[cycle[i]] = FREE;
        find_best(m, cycle[i]);
    }
    m->inside[blossom] = 0;
}

/* ---- the search ---- */

/* An edge without slack leads from an outer surface. True where the matching has grown by it. */
static bool take_edge(matching *m, const link *edge) {
    node u = m->inside[edge->from], v = m->inside[edge->to];
    if (m->is[v] == FREE) {
        node outer = m->inside[m->mate[v]];
        m->parent[v] = edge->from;
        m->is[v] = INNER;
        m->best[v] = m->best[outer] = 0;
        m->is[outer] = OUTER;
        enqueue(m, outer);
    } else if (m->is[v] == OUTER) {
        node base = meeting(m, u, v);
        if (!base) {
            augment(m, u, v);
            augment(m, v, u);
            return true;
        }
        add_blossom(m, u, base, v);
    }
    return false;
}

static bool is_surface(const matching *m, node x) {
    return m->inside[x] == x;
}

/* Looks along the edges of all outer vertices. True where the matching has grown. */
static bool look(matching *m) {
    while (m->looked < m->queued) {
        node u = m->queue[m->looked++];
        if (m->is[m->inside[u]] == INNER)
            continue;
        for (node v = 1; v <= m->n; v++) {
            if (!link_of(m, u, v)->from || m->inside[u] == m->inside[v])
                continue;
            matching_weight rest = slack(m, link_of(m, u, v));
            if (!is_zero(&rest))
                improve_best(m, u, m->inside[v]);
            else if (take_edge(m, link_of(m, u, v)))
                return true;
        }
    }
    return false;
}

static void keep_least(matching_weight *least, bool *any, matching_weight other) {
    if (!*any || matching_compare(&other, least) < 0)
        *least = other;
    *any = true;
}

/* By how much labels may change before an edge is without slack, an inner blossom's label is
 * zero, or an unmatched vertex's is. */
static matching_weight find_step(const matching *m, bool *last) {
    matching_weight least = {{0}}, end = {{0}};
    bool any = false, unmatched = false;
    for (node x = 1; x <= m->top; x++) {
        if (!is_surface(m, x))
            continue;
        if (x > m->n && m->is[x] == INNER)
            keep_least(&least, &any, half(m->label[x]));
        if (!m->best[x] || m->is[x] == INNER)
            continue;
        matching_weight rest = slack(m, link_of(m, m->best[x], x));
        keep_least(&least, &any, m->is[x] == OUTER ? half(rest) : rest);
    }
    for (node u = 1; u <= m->n; u++)
        if (m->is[m->inside[u]] == OUTER)
            keep_least(&end, &unmatched, m->label[u]);
    *last = !any || matching_compare(&end, &least) <= 0;
    return *last ? end : least;
}

/* Outer labels fall and inner ones rise by the same step: edges within the trees keep their
 * slack, those that lead out of them lose some. */
static void change_labels(matching *m, matching_weight step) {
    for (node u = 1; u <= m->n; u++) {
        side is = m->is[m->inside[u]];
        if (is != FREE)
            m->label[u] = combine(m->label[u], step, is == OUTER ? -1 : 1);
    }
    for (node b = (node)(m->n + 1); b <= m->top; b++)
        if (is_surface(m, b) && m->is[b] != FREE)
            m->label[b] = combine(m->label[b], step, m->is[b] == OUTER ? 2 : -2);
}

/* Follows the edges that have just lost their slack. */
static bool follow(matching *m) {
    for (node x = 1; x <= m->top; x++) {
        if (!is_surface(m, x) || !m->best[x] || m->inside[m->best[x]] == x)
            continue;
        const link *edge = link_of(m, m->best[x], x);
        matching_weight rest = slack(m, edge);
        if (is_zero(&rest) && take_edge(m, edge))
            return true;
    }
    for (node b = (node)(m->n + 1); b <= m->top; b++)
        if (is_surface(m, b) && m->is[b] == INNER && is_zero(&m->label[b]))
            expand_blossom(m, b);
    return false;
}

/* One pair more; false where that would make the matching no heavier. */
static bool grow(matching *m) {
    m->queued = m->looked = 0;
    for (node x = 1; x <= m->top; x++) {
        m->is[x] = FREE;
        m->best[x] = 0;
    }
    for (node x = 1; x <= m->top; x++)
        if (is_surface(m, x) && !m->mate[x]) {
            m->parent[x] = 0;
            m->is[x] = OUTER;
            enqueue(m, x);
        }
    for (bool last = m->queued == 0; !last;) {
        if (look(m))
            return true;
        matching_weight step = find_step(m, &last);
        change_labels(m, step);
        m->queued = m->looked = 0;
        if (!last && follow(m))
            return true;
    }
    return false;
}

void matching_solve(matching *m, int *mate) {
    matching_weight most = {{0}};
    m->top = m->n;
    m->inside[0] = m->mate[0] = 0;
    for (node u = 1; u <= m->n; u++) {
        m->inside[u] = u;
        m->mate[u] = 0;
        for (node v = 1; v <= m->n; v++) {
            *child_of(m, u, v) = u == v ? u : 0;
            if (link_of(m, u, v)->from && matching_compare(weight_of(m, u, v), &most) > 0)
                most = *weight_of(m, u, v);
        }
    }
    for (node u = 1; u <= m->n; u++)
        /* With the largest weight for every label no slack is below zero. */
        m->label[u] = most;
    memset(m->inside + m->n + 1, 0, (m->nodes - m->n - 1) * sizeof *m->inside);
    memset(m->mate + m->n + 1, 0, (m->nodes - m->n - 1) * sizeof *m->mate);
    while (grow(m))
        continue;
    for (node u = 1; u <= m->n; u++)
        mate[u - 1] = (int)m->mate[u] - 1;
}
