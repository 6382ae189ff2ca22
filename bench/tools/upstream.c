/*
 * A model provider that costs little CPU: it answers every POST with a chat completion of about 1 KB, or, when the body
 * asks for a stream, with chunks paced one by one.
 *
 *   upstream PORT INTERVAL_MILLISECONDS CHUNKS
 */
#include "http.h"

#define INPUT_SIZE 65536
#define MAX_INTERVAL 1000

typedef struct Connection {
  int socket;
  int received;
  int chunks_sent;
  int slot;
  bool streaming;
  struct Connection *previous, *next;
  char input[INPUT_SIZE + 1];
} Connection;

static int interval, chunks;

/* Streams wait in one slot for each millisecond of the interval, so that their chunks do not all fall together. */
static Connection *slots[MAX_INTERVAL];

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
    "{\"index\":0,\"delta\":{\"content\":\"T%019lld\"},\"logprobs\":null,\"finish_reason\":null}";
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
  /* a reader so slow that its socket is full gets cut off: the bench counts that as a failure */
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

static void give_chunk(Connection *connection) {
  char choice[256], bytes[2048];
  snprintf(choice, sizeof choice, delta_choice, now());
  give(connection, bytes, frame_event(bytes, choice, "null"));
  connection->chunks_sent++;
}

static void give_ending(Connection *connection) {
  char usage[128], bytes[4096];
  snprintf(usage, sizeof usage, last_usage, chunks, 321 + chunks);
  int length = frame_event(bytes, last_choice, "null");
  length += frame_event(bytes + length, "", usage);
  length += frame(bytes + length, "data: [DONE]\n\n");
  length += sprintf(bytes + length, "0\r\n\r\n");
  give(connection, bytes, length);
}

static void open_stream(Connection *connection) {
  static int opened;
  connection->streaming = true;
  connection->chunks_sent = 0;
  connection->slot = opened++ % interval;
  connection->previous = NULL;
  connection->next = slots[connection->slot];
  if (connection->next) connection->next->previous = connection;
  slots[connection->slot] = connection;
  give(connection, stream_head, sizeof stream_head - 1);
}

static void close_stream(Connection *connection) {
  if (connection->previous) connection->previous->next = connection->next;
  else slots[connection->slot] = connection->next;
  if (connection->next) connection->next->previous = connection->previous;
  connection->streaming = false;
}

static bool asks_for_stream(const char *body) {
  return strstr(body, "\"stream\":true") || strstr(body, "\"stream\": true");
}

/* Responds to the request in the input once it is complete. Returns false when it cannot be parsed. */
static bool answer_request(Connection *connection) {
  char *input = connection->input;
  input[connection->received] = 0;
  int head = head_length(input);
  if (head == 0) return connection->received < INPUT_SIZE;
  const char *length = header(input, head, "\r\ncontent-length:");
  if (!length) return false;
  if (connection->received < head + atoi(length)) return connection->received < INPUT_SIZE;

  connection->received = 0;
  if (asks_for_stream(input + head)) open_stream(connection);
  else give(connection, answer, answer_length);
  return true;
}

static void read_from(Connection *connection) {
  int room = INPUT_SIZE - connection->received;
  int count = read(connection->socket, connection->input + connection->received, room);
  if (count > 0) connection->received += count;
  if (count > 0 && answer_request(connection)) return;
  if (connection->streaming) close_stream(connection);
  close(connection->socket);
  free(connection);
}

/* Gives every stream whose millisecond has come its next chunk. */
static void tick(void) {
  static long long done;
  long long millisecond = now() / 1000000;
  if (done == 0 || millisecond - done > interval) done = millisecond - 1;
  while (done < millisecond) {
    done++;
    for (Connection *connection = slots[done % interval], *next; connection; connection = next) {
      next = connection->next;
      if (connection->chunks_sent < chunks) {
        give_chunk(connection);
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
  watch(poll, connection->socket, connection);
}

int main(int count, char **arguments) {
  if (count != 4) return fprintf(stderr, "usage: upstream PORT INTERVAL_MILLISECONDS CHUNKS\n"), 1;
  interval = atoi(arguments[2]);
  chunks = atoi(arguments[3]);
  if (interval < 1 || interval > MAX_INTERVAL) return fprintf(stderr, "the interval is 1 to 1000 ms\n"), 1;
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
