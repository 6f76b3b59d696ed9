/* Vacation from correspondence games. What must hold: only the account itself is told how long it
 * is away; the others at its tables see that a clock stands. */
#include "server/commands/command_table.h"
#include "server/commands/message_accounts.h"
#include "server/vacation/vacations.h"

#include <stdio.h>

static void tell(struct request *request) {
    ff_buffer text = {0};
    if (vacations_write(request->hub, &request->who->person, &text))
        request_send(request, &text);
    else
        request_cannot_read(request);
    ff_buffer_free(&text);
}

static void leave(struct request *request) {
    char sentence[96];
    switch (vacations_leave(request->hub, &request->who->person, request->command->days)) {
    case VACATION_NOT_ALLOWED:
        request_refuse(request, "no-vacation", "there is no vacation on this server");
        break;
    case VACATION_TOO_LONG:
        snprintf(sentence, sizeof sentence, "more than is left of the %d days that a year has here",
                 (int)request->hub->options.rules.vacation_days);
        request_refuse(request, "too-long", sentence);
        break;
    case VACATION_FAILED:
        request_cannot_read(request);
        break;
    case VACATION_DONE: /* all connections of the account have been told */
        break;
    }
}

static void handle_vacation(struct request *request) {
    int64_t days = request->command->days;
    if (!account_is_signed_in(request))
        return;
    if (request->who->bot) /* it needs no holidays, and its opponents did not ask for them */
        request_refuse(request, "no-vacation", "a bot has no vacation");
    else if (days == COMMAND_NO_VALUE)
        tell(request);
    else if (days < 0)
        request_refuse(request, "bad-message", "`days` is 1 or more, or 0: one is back");
    else if (days > 0)
        leave(request);
    else if (vacations_return(request->hub, &request->who->person) == VACATION_FAILED)
        request_cannot_read(request);
}

const command_kind message_vacation[] = {
    {"vacation", COST_WRITE, handle_vacation, {MESSAGE_MAY(NUMBER, days)}},
    {0},
};
