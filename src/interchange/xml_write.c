/* Records as Gravon's XML. What that format cannot say is noted, not dropped in silence. */
#include "interchange/xml.h"

#include "base/markup.h"
#include "format/gravon.h"
#include "format/words.h"

#include <string.h>

/* U+FFFE and U+FFFF are UTF-8, but XML has no such characters. */
static bool is_missing(ff_span text) {
    return text.size >= 3 &&
           (memcmp(text.data, "\xef\xbf\xbe", 3) == 0 || memcmp(text.data, "\xef\xbf\xbf", 3) == 0);
}

static void text_write(ff_span text, ff_buffer *out) {
    for (size_t i = 0; i < text.size; i++) {
        if (is_missing((ff_span){text.data + i, text.size - i})) {
            ff_buffer_byte(out, '?');
            i += 2;
        } else {
            markup_escape((ff_span){text.data + i, 1}, out);
        }
    }
}

static bool moves_write(const ff_record *record, ff_buffer *out, ff_error *error) {
    for (size_t i = 0; i < record->move_count; i++) {
        char source[FF_SQUARE_TEXT], target[FF_SQUARE_TEXT];
        if (!gravon_move_write(record, i, source, target, error))
            return false;
        ff_buffer_format(out, "    <move id=\"%zu\" source=\"%s\" target=\"%s\"/>\n", i + 1, source,
                         target);
    }
    return true;
}

static void players_write(const ff_record *record, ff_buffer *out) {
    static const char *const tags[] = {"Red", "Blue"};
    for (int i = 0; i < 2; i++) {
        const char *name = ff_record_tag_value(record, tags[i]);
        ff_span trimmed = span_trim(ff_span_of(name ? name : ""));
        ff_buffer_format(out, "  <player id=\"%d\">", i + 1);
        text_write(trimmed.size ? trimmed : ff_span_of("?"), out);
        ff_buffer_text(out, "</player>\n");
    }
}

bool xml_write(const ff_record *record, ff_buffer *out, ff_buffer *notes, ff_error *error) {
    const char *type;
    char field[FF_SQUARES + 1];
    int winner, result;
    if (!gravon_type_of_record(record, &type, error) || !gravon_field_write(record, field, error) ||
        !gravon_result_write(record, &winner, &result, error))
        return false;
    ff_buffer_format(out,
                     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<stratego>\n"
                     "  <game type=\"%s\">\n    <field content=\"%s\"/>\n",
                     type, field);
    if (!moves_write(record, out, error))
        return false;
    ff_buffer_text(out, "  </game>\n");
    players_write(record, out);
    if (winner != GRAVON_NO_RESULT) /* a draw, 0 in the tables, is 3 in this format */
        ff_buffer_format(out, "  <result winner=\"%d\" type=\"%d\"/>\n", winner ? winner : 3,
                         result);
    else if (notes)
        ff_buffer_text(notes, "the game has no result, so none is written\n");
    ff_buffer_text(out, "</stratego>\n");
    if (notes)
        gravon_losses(record, notes);
    return true;
}
