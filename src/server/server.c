#define _POSIX_C_SOURCE 200809L

#include "server/server.h"

#include "server/listener.h"
#include "server/network.h"
#include "server/opponent.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { QUESTIONS_MAX = 64 };

/* Signals come through a descriptor, so that the loop sees them like any other
 * event. A write past a limit of the system is to be an error, not our end. */
static int open_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    if (sigprocmask(SIG_BLOCK, &set, NULL) != 0)
        return -1;
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

/* ---- the parts, each standing on those before it ---- */

static bool serve(const server_options *options, ff_network *network, ff_hub *hub, unsigned port,
                  ff_error *error) {
    if (!opponent_resume(hub))
        return ff_fail(error, 0, 0, "the store cannot be read: %s",
                       store_trouble(hub->options.store));
    char address[256];
    bool is_v6 = strchr(options->host, ':') != NULL;
    snprintf(address, sizeof address, is_v6 ? "http://[%s]:%u/" : "http://%s:%u/", options->host,
             port);
    options->listening(address);
    network_run(network, hub);
    return true;
}

static bool with_network(const server_options *options, int signals, ff_store *store,
                         ff_thinkers *thinkers, ff_error *error) {
    unsigned port = options->port;
    int listener = listener_open(options->host, &port, error);
    if (listener < 0)
        return false;
    network_options network_wants = {
        .web = options->web,
        .store = store,
        .thinkers = thinkers,
        .listener = listener,
        .signals = signals,
    };
    http_hosts_init(&network_wants.hosts, options->host, port, options->public_host);
    hub_options hub_wants = {options->version, store, options->opponents, thinkers, network_ready};
    ff_network *network = network_new(&network_wants);
    ff_hub *hub = hub_new(&hub_wants);
    bool served = network && hub ? serve(options, network, hub, port, error)
                                 : ff_fail(error, 0, 0, "the system gives too little memory");
    network_free(network); /* its connections leave the hub */
    hub_free(hub);
    return served;
}

/* Signals are turned off before there are threads that could be hit by them. */
static bool with_thinkers(const server_options *options, ff_store *store, ff_error *error) {
    int signals = open_signals();
    ff_thinkers *thinkers = thinkers_new(options->threads, QUESTIONS_MAX, options->budget_ms);
    if (!thinkers)
        return ff_fail(error, 0, 0, "the system gives no threads to think on");
    bool served = with_network(options, signals, store, thinkers, error);
    thinkers_free(thinkers);
    return served;
}

bool server_run(const server_options *options, ff_error *error) {
    ff_error inner;
    if (sodium_init() < 0)
        return ff_fail(error, 0, 0, "the system gives no random numbers");
    ff_store *store = store_open(options->store, &inner);
    if (!store)
        return ff_fail(error, 0, 0, "%s: %s", options->store, inner.message);
    bool served = with_thinkers(options, store, error);
    store_close(store);
    return served;
}
