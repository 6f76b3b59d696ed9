/* From SVG to PNG by librsvg, which draws with cairo. Both are loaded when a PNG is asked for:
 * linked, they and the twenty libraries below them would be loaded by every run of the program,
 * the server's included. */
#include "tui/image/image.h"

#include <dlfcn.h>
#include <librsvg/rsvg.h>

static const char library_name[] = "librsvg-2.so.2";

/* The functions that are used, by their own types. */
#define FUNCTIONS(ROW)                                                                             \
    ROW(rsvg_handle_new_from_data)                                                                 \
    ROW(rsvg_handle_get_intrinsic_size_in_pixels)                                                  \
    ROW(rsvg_handle_render_document)                                                               \
    ROW(cairo_image_surface_create)                                                                \
    ROW(cairo_create)                                                                              \
    ROW(cairo_destroy)                                                                             \
    ROW(cairo_surface_destroy)                                                                     \
    ROW(cairo_surface_write_to_png_stream)                                                         \
    ROW(g_object_unref)

typedef struct drawing {
#define ROW(name) __typeof__(&name) name;
    FUNCTIONS(ROW)
#undef ROW
} drawing;

/* Never unloaded: glib does not let itself be. */
static bool load(drawing *d, ff_error *error) {
    void *library = dlopen(library_name, RTLD_NOW | RTLD_GLOBAL);
    bool good = library != NULL;
#define ROW(name) good = good && (*(void **)&d->name = dlsym(library, #name)) != NULL;
    FUNCTIONS(ROW)
#undef ROW
    if (good)
        return true;
    ff_fail(error, FF_ERROR_SYSTEM, 0, 0,
            "a PNG needs librsvg (Debian: librsvg2-2): %s; SVG does not",
            library ? "it is too old" : "it is not there");
    return false;
}

/* The picture is written to memory, and to its file only when it is whole. */
static cairo_status_t keep(void *context, const unsigned char *data, unsigned size) {
    ff_buffer *out = context;
    ff_buffer_add(out, data, size);
    return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static bool draw(const drawing *d, RsvgHandle *handle, unsigned width, ff_buffer *out) {
    gdouble natural_width = 1, natural_height = 1;
    d->rsvg_handle_get_intrinsic_size_in_pixels(handle, &natural_width, &natural_height);
    int height = (int)(width * natural_height / natural_width + 0.5); /* rounded */
    RsvgRectangle page = {0, 0, width, height};
    cairo_surface_t *surface =
        d->cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, height);
    cairo_t *cairo = d->cairo_create(surface);
    bool good = d->rsvg_handle_render_document(handle, cairo, &page, NULL) &&
                d->cairo_surface_write_to_png_stream(surface, keep, out) == CAIRO_STATUS_SUCCESS;
    d->cairo_destroy(cairo);
    d->cairo_surface_destroy(surface);
    return good;
}

bool image_png(const ff_buffer *svg, unsigned width, ff_buffer *out, ff_error *error) {
    drawing d = {0};
    if (!load(&d, error))
        return false;
    RsvgHandle *handle = d.rsvg_handle_new_from_data((const guint8 *)svg->data, svg->size, NULL);
    bool good = handle && draw(&d, handle, width, out);
    if (handle)
        d.g_object_unref(handle);
    return good || ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "the picture cannot be drawn");
}
