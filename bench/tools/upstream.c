/*
 * A model provider that costs little CPU: it answers every POST with a chat completion of about 1 KB, or, when the body
 * asks for a stream, with chunks paced one by one. The prompt says how: "pace:20x100" is a chunk every 20 ms, 100 in all
 * (the default); "pace:0x100" is all of them as fast as possible.
 *
 *   upstream PORT
 */
#include "http.h"

#define FIRST_ROOM 16384
#define MOST_ROOM (64 << 20)
#define MAX_INTERVAL 1000
#define SLOTS 1024
#define FAST_CHUNKS_PER_WRITE 5
#define SEND_BUFFER (1 << 20)

typedef struct Connection {
  int socket;
  int received, room;
  int interval, chunks, chunks_sent;
  int slot;
  bool streaming;
  struct Connection *previous, *next;
  char *input;
} Connection;

/* A stream waits in the slot of its next chunk's millisecond; an interval is shorter than one turn of all slots. */
static Connection *slots[SLOTS];

static const char whole_answer[] =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s";
static const char whole_body[] =
    "{\"id\":\"chatcmpl-bench\",\"object\":\"chat.completion\",\"created\":1700000000,\"model\":\"gpt-4o-mini\","
    "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"%s\",\"refusal\":null},"
    "\"logprobs\":null,\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":321,\"completion_tokens\":100,"
    "\"total_tokens\":421,\"prompt_tokens_details\":{\"cached_tokens\":0,\"audio_tokens\":0},"
    "\"completion_tokens_details\":{\"reasoning_tokens\":0,\"audio_tokens\":0}},\"service_tier\":\"default\"}";
static const char stream_head[] =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n";
static const char stream_event[] =
    "data: {\"id\":\"chatcmpl-bench\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
    "\"model\":\"gpt-4o-mini\",\"system_fingerprint\":\"fp_bench\",\"choices\":[%s],\"usage\":%s}\n\n";
static const char delta_choice[] =
    "{\"index\":0,\"delta\":{\"content\":\"SENT:%019lld\"},\"logprobs\":null,\"finish_reason\":null}";
static const char last_choice[] = "{\"index\":0,\"delta\":{},\"logprobs\":null,\"finish_reason\":\"stop\"}";
static const char last_usage[] = "{\"prompt_tokens\":321,\"completion_tokens\":%d,\"total_tokens\":%d}";

static char answer[4096];
static int answer_length;

static void prepare_answer(void) {
  char content[512] = "", body[2048];
  while (strlen(content) < 480) strcat(content, "Throughput and latency pull against each other. ");
  int length = snprintf(body, sizeof body, whole_body, content);
  answer_length = snprintf(answer, sizeof answer, whole_answer, length, body);
}

static void give(Connection *connection, const char *bytes, int length) {
  /* closes the connection of a reader so slow that its socket is full; the bench counts that as a failure */
  if (send(connection->socket, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT) != length)
    shutdown(connection->socket, SHUT_RDWR);
}

static int frame(char *to, const char *event) {
  return sprintf(to, "%zx\r\n%s\r\n", strlen(event), event);
}

static int frame_event(char *to, const char *choice, const char *usage) {
  char event[1024];
  snprintf(event, sizeof event, stream_event, choice, usage);
  return frame(to, event);
}

static int frame_chunk(char *to) {
  char choice[256];
  snprintf(choice, sizeof choice, delta_choice, now());
  return frame_event(to, choice, "null");
}

static void give_chunk(Connection *connection) {
  char bytes[2048];
  give(connection, bytes, frame_chunk(bytes));
  connection->chunks_sent++;
}

static void give_ending(Connection *connection) {
  char usage[128], bytes[4096];
  snprintf(usage, sizeof usage, last_usage, connection->chunks, 321 + connection->chunks);
  int length = frame_event(bytes, last_choice, "null");
  length += frame_event(bytes + length, "", usage);
  length += frame(bytes + length, "data: [DONE]\n\n");
  length += sprintf(bytes + length, "0\r\n\r\n");
  give(connection, bytes, length);
}

static void give_all_at_once(Connection *connection) {
  char bytes[FAST_CHUNKS_PER_WRITE * 1024];
  for (int sent = 0; sent < connection->chunks;) {
    int length = 0;
    for (int i = 0; i < FAST_CHUNKS_PER_WRITE && sent < connection->chunks; i++, sent++)
      length += frame_chunk(bytes + length);
    give(connection, bytes, length);
  }
  give_ending(connection);
}

static void enter_slot(Connection *connection, int slot) {
  connection->slot = slot;
  connection->previous = NULL;
  connection->next = slots[slot];
  if (connection->next) connection->next->previous = connection;
  slots[slot] = connection;
}

static void leave_slot(Connection *connection) {
  if (connection->previous) connection->previous->next = connection->next;
  else slots[connection->slot] = connection->next;
  if (connection->next) connection->next->previous = connection->previous;
}

/* Streams opened together get their first chunks spread over the interval, so that chunks do not all come together. */
static void open_stream(Connection *connection, const char *body) {
  static unsigned opened;
  const char *pace = strstr(body, "pace:");
  connection->interval = 20;
  connection->chunks = 100;
  if (pace) sscanf(pace, "pace:%dx%d", &connection->interval, &connection->chunks);
  if (connection->interval > MAX_INTERVAL) connection->interval = MAX_INTERVAL;
  connection->chunks_sent = 0;
  give(connection, stream_head, sizeof stream_head - 1);
  if (connection->interval <= 0) return give_all_at_once(connection);
  connection->streaming = true;
  enter_slot(connection, (now() / 1000000 + 1 + opened++ % connection->interval) % SLOTS);
}

static void close_stream(Connection *connection) {
  leave_slot(connection);
  connection->streaming = false;
}

static bool asks_for_stream(const char *body) {
  return strstr(body, "\"stream\":true") || strstr(body, "\"stream\": true");
}

static bool has_whole_body(const Connection *connection, int head) {
  const char *input = connection->input, *length = header(input, head, "\r\ncontent-length:");
  if (length) return connection->received >= head + atoi(length);
  return connection->received >= head + 5 && strcmp(input + connection->received - 5, "0\r\n\r\n") == 0;
}

/* Answers the request in the input once it is complete. Returns false if it cannot be parsed. */
static bool answer_request(Connection *connection) {
  char *input = connection->input;
  input[connection->received] = 0;
  int head = head_length(input);
  if (head == 0) return connection->received < FIRST_ROOM;
  bool has_body = header(input, head, "\r\ncontent-length:") || header(input, head, "\r\ntransfer-encoding: chunked");
  if (!has_body) return false;
  if (!has_whole_body(connection, head)) return connection->received < MOST_ROOM;

  connection->received = 0;
  if (asks_for_stream(input + head)) open_stream(connection, input + head);
  else give(connection, answer, answer_length);
  return true;
}

static void read_from(Connection *connection) {
  if (connection->received == connection->room) {
    connection->room = connection->room ? connection->room * 4 : FIRST_ROOM;
    connection->input = realloc(connection->input, connection->room + 1);
  }
  int room = connection->room - connection->received;
  int count = read(connection->socket, connection->input + connection->received, room);
  if (count > 0) connection->received += count;
  if (count > 0 && answer_request(connection)) return;
  if (connection->streaming) close_stream(connection);
  close(connection->socket);
  free(connection->input);
  free(connection);
}

/* Sends the next chunk of every stream whose millisecond has come. */
static void tick(void) {
  static long long done;
  long long millisecond = now() / 1000000;
  if (done == 0 || millisecond - done >= SLOTS) done = millisecond - 1;
  while (done < millisecond) {
    int slot = ++done % SLOTS;
    for (Connection *connection = slots[slot], *next; connection; connection = next) {
      next = connection->next;
      if (connection->chunks_sent < connection->chunks) {
        give_chunk(connection);
        leave_slot(connection);
        enter_slot(connection, (done + connection->interval) % SLOTS);
      } else {
        close_stream(connection);
        give_ending(connection);
      }
    }
  }
}

static int listen_on(int port) {
  int on = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = loopback(port);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 4096) < 0) die("listen");
  return listener;
}

static void accept_from(int poll, int listener) {
  Connection *connection = calloc(1, sizeof *connection);
  connection->socket = accept(listener, NULL, NULL);
  if (connection->socket < 0) die("accept");
  send_at_once(connection->socket);
  int size = SEND_BUFFER;
  setsockopt(connection->socket, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
  watch(poll, connection->socket, connection);
}

int main(int count, char **arguments) {
  if (count != 2) return fprintf(stderr, "usage: upstream PORT\n"), 1;
  prepare_answer();

  int poll = epoll_create1(0), listener = listen_on(atoi(arguments[1])), timer = ticker(1000000);
  watch(poll, listener, &listener);
  watch(poll, timer, &timer);
  for (;;) {
    struct epoll_event events[256];
    int ready = epoll_wait(poll, events, 256, -1);
    for (int i = 0; i < ready; i++) {
      unsigned long long expirations;
      if (events[i].data.ptr == &listener) accept_from(poll, listener);
      else if (events[i].data.ptr != &timer) read_from(events[i].data.ptr);
      else if (read(timer, &expirations, sizeof expirations) > 0) tick();
    }
  }
}
