/* The object that tells a view, in parts: for who tells of a view only what has changed. */
#ifndef FLAGFALL_FORMAT_JSON_VIEW_H
#define FLAGFALL_FORMAT_JSON_VIEW_H

#include "flagfall/json.h"

/* A member but for its events: its key, and what appends its value. */
typedef struct json_view_member {
    const char *key;
    void (*write)(ff_buffer *out, const ff_view *view);
} json_view_member;

enum {
    JSON_VIEW_BOARD = 9, /* the letters of the board */
    JSON_VIEW_MEMBERS = 11,
};

extern const json_view_member json_view_members[JSON_VIEW_MEMBERS];

/* Appends the members `first` and `events`: the events from that number (from 0) on. */
void json_view_events(ff_buffer *out, const ff_view *view, unsigned first);

#endif
