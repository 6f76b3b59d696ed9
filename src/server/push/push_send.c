/* One message to one push service, by libcurl. The address to send to comes from a browser's page:
 * whoever sends it would like the server to knock at machines that only the server can reach. What
 * must hold: nothing that a service answers is kept or repeated but its status and how long it
 * wants to be left alone; and no socket is opened to an address that is not everybody's, unless the
 * host has named the service. The address is judged when it is connected to, whatever a name has
 * meant before. */
#include "server/push/push_send.h"

#include <curl/curl.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    /* A service answers within a second. A thread is not kept longer by one that does not: there
     * are few threads, and the message is tried again. */
    CONNECT_MS = 5000,
    ALL_MS = 10000,
    TOKEN_SECONDS = 12 * 3600, /* RFC 8292 allows a day */
    WAIT_MAX_SECONDS = 3600,   /* a service may ask for years */
};

bool push_send_begin(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

void push_send_end(void) {
    curl_global_cleanup();
}

void push_send_stop(push_sender *sender) {
    atomic_store(&sender->stopped, true);
}

/* The library asks about once a second. */
static int is_stopped(void *context, curl_off_t to_come, curl_off_t have_come, curl_off_t to_go,
                      curl_off_t have_gone) {
    const push_sender *sender = context;
    (void)to_come, (void)have_come, (void)to_go, (void)have_gone;
    return atomic_load(&sender->stopped);
}

/* Asked after the name is resolved and before anything is sent: a name that has meant a public
 * address when it was looked at, and means a private one now, gets no further. */
static curl_socket_t open_socket(void *context, curlsocktype purpose,
                                 struct curl_sockaddr *address) {
    const push_service *service = context;
    if (purpose != CURLSOCKTYPE_IPCXN ||
        (!service->allowed && !push_address_is_public(&address->addr)))
        return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* Takes all of an answer's body and keeps nothing: where less were taken, libcurl would call it a
 * failure. */
static size_t forget(char *data, size_t size, size_t count, void *context) {
    (void)data, (void)context;
    return size * count;
}

static bool add_header(struct curl_slist **headers, const char *line) {
    struct curl_slist *longer = curl_slist_append(*headers, line);
    if (longer)
        *headers = longer;
    return longer != NULL;
}

static bool add_headers(struct curl_slist **headers, const push_send *message, const char *origin) {
    ff_buffer line = {0};
    bool done = add_header(headers, "Content-Type: application/octet-stream") &&
                add_header(headers, "Content-Encoding: aes128gcm") &&
                add_header(headers, "Urgency: high");
    ff_buffer_format(&line, "TTL: %d", PUSH_TTL);
    done = done && !line.failed && add_header(headers, line.data);
    ff_buffer_clear(&line);
    ff_buffer_format(&line, "Topic: %s", message->topic);
    done = done && !line.failed && add_header(headers, line.data);
    ff_buffer_clear(&line);
    ff_buffer_text(&line, "Authorization: ");
    done = done &&
           push_key_authorize(message->sender->key, origin, message->sender->contact,
                              message->now + TOKEN_SECONDS, &line) &&
           add_header(headers, line.data);
    ff_buffer_free(&line);
    return done;
}

/* No proxy of the environment, no redirection and no scheme but https: each would lead elsewhere
 * than to what was judged. Without signals, for there are several threads. */
static void set_up(CURL *curl, const push_send *message, const push_service *service) {
    curl_easy_setopt(curl, CURLOPT_URL, message->endpoint);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L); /* a name that nobody answers for is left */
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)ALL_MS);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, (void *)service);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, forget);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, is_stopped);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, (void *)message->sender);
    if (message->sender->authorities)
        curl_easy_setopt(curl, CURLOPT_CAINFO, message->sender->authorities);
}

static void perform(CURL *curl, push_send *message) {
    curl_off_t wait = 0;
    if (curl_easy_perform(curl) != CURLE_OK)
        return;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &message->status);
    curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &wait);
    message->wait_ms = 1000 * (int64_t)(wait < WAIT_MAX_SECONDS ? wait : WAIT_MAX_SECONDS);
}

void push_send_work(job *wanted) {
    push_send *message = (push_send *)wanted;
    char origin[PUSH_ORIGIN_SIZE];
    uint8_t sealed[PUSH_SEALED];
    struct curl_slist *headers = NULL;
    CURL *curl = NULL;
    const push_service *service =
        push_services_find(&message->sender->services, message->endpoint, origin);
    message->status = 0;
    message->wait_ms = 0;
    if (service && push_seal(ff_span_of(message->text), message->point, message->secret, sealed) &&
        add_headers(&headers, message, origin) && (curl = curl_easy_init())) {
        set_up(curl, message, service);
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, (const char *)sealed);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)sizeof sealed);
        perform(curl, message);
    }
    curl_easy_cleanup(curl);
    curl_slist_free_all(headers);
}
