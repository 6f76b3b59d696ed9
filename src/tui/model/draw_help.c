/* The help: all keys of the table that can be used now, and what the signs mean. */
#include "tui/model/model_parts.h"

enum { KEYS_COLUMNS = 14, SECOND = 40 };

static int draw_keys(const ui_model *m, picture *p) {
    size_t count;
    const key_row *rows = keys_rows(&count);
    int row = 3;
    for (size_t i = 0; i < count && row < p->rows - 1; i++) {
        if (!rows[i].shown || !keys_apply(m, &rows[i]))
            continue;
        picture_text(p, row, 1, KEYS_COLUMNS, STYLE_TITLE, rows[i].shown);
        picture_text(p, row++, KEYS_COLUMNS, SECOND - 1, STYLE_TEXT,
                     text_get(m->language, rows[i].help));
    }
    return row;
}

void draw_help(const ui_model *m, picture *p) {
    static const text_id signs[] = {T_SIGN_HIDDEN, T_SIGN_KNOWN, T_SIGN_TARGET,
                                    T_SIGN_LAST,   T_SIGN_LAKE,  T_KEYS_MOUSE};
    ff_buffer sides = {0};
    picture_text(p, 2, 1, SECOND, STYLE_DIM, text_get(m->language, T_HELP_TITLE));
    draw_keys(m, p);
    picture_text(p, 2, SECOND, p->columns, STYLE_DIM, text_get(m->language, T_HELP_SIGNS));
    TEXT_ADD(&sides, m->language, T_SIGN_SIDES, "[10]", "(10)");
    int width = p->columns - SECOND;
    int row = sides.data
                  ? picture_paragraph(p, 3, p->rows - 1, SECOND, width, STYLE_TEXT, sides.data)
                  : 3;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        row = picture_paragraph(p, row, p->rows - 1, SECOND, width, STYLE_TEXT,
                                text_get(m->language, signs[i]));
    picture_text(p, p->rows - 1, 1, p->columns, STYLE_DIM, text_get(m->language, T_ANY_KEY));
    ff_buffer_free(&sides);
}
