/*
 * Posts one request over and over and measures the answers, streams read to their end.
 *
 *   load PORT PATH BODY_FILE HEADERS_FILE CONNECTIONS SECONDS REQUESTS_PER_SECOND REQUESTS LEAVE_AFTER
 *
 * Each line of the headers file is a header; connections take them in turn. With 0 requests per second each connection
 * sends its next request once it has its answer. Otherwise requests are sent on schedule and latency counts from the
 * scheduled moment. REQUESTS ends it after so many, LEAVE_AFTER hangs up on every second answer once so many bytes of
 * its body were read; 0 is neither. Prints one line of JSON; times are microseconds.
 */
#include "http.h"

#define HEAD_SIZE 8192
#define READ_SIZE 262144
#define MOST_REQUESTS 1024
#define PATIENCE (10 * NANOSECONDS)

typedef struct {
  char *bytes;
  int length;
} Request;

typedef struct {
  int socket;
  const Request *request;
  bool busy;
  bool leaves;
  long long asked_at;
  int head_received;
  /* bytes of the answer's body still to come; -1: its end is a chunk of length 0 */
  long long remaining;
  long long body_received;
  bool has_head;
  char head[HEAD_SIZE + 1];
  /* the last bytes read, to see the final chunk even when it comes in pieces */
  char tail[8];
} Connection;

typedef struct {
  float *values;
  long count, room;
} Samples;

static int poll, port;
static long started, finished, failed, left, leave_after;
static Samples latency, chunk_delay;

static void add(Samples *samples, long long nanoseconds) {
  if (samples->count == samples->room) {
    samples->room = samples->room ? samples->room * 2 : 65536;
    samples->values = realloc(samples->values, samples->room * sizeof(float));
  }
  samples->values[samples->count++] = nanoseconds / 1000.0;
}

static int ascending(const void *one, const void *other) {
  float a = *(const float *)one, b = *(const float *)other;
  return (a > b) - (a < b);
}

static double percentile(Samples *samples, double share) {
  return samples->count ? samples->values[(long)(share * (samples->count - 1) + 0.5)] : 0;
}

static void join(Connection *connection) {
  struct sockaddr_in address = loopback(port);
  connection->socket = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(connection->socket, (struct sockaddr *)&address, sizeof address) < 0) die("connect");
  send_at_once(connection->socket);
  watch(poll, connection->socket, connection);
}

static void ask(Connection *connection, long long at) {
  connection->busy = true;
  connection->asked_at = at;
  connection->has_head = false;
  connection->head_received = 0;
  connection->body_received = 0;
  connection->leaves = leave_after > 0 && started % 2 == 1;
  memset(connection->tail, 0, sizeof connection->tail);
  started++;
  const Request *request = connection->request;
  if (send(connection->socket, request->bytes, request->length, MSG_NOSIGNAL) != request->length)
    shutdown(connection->socket, SHUT_RDWR);
}

static void measure_chunks(const char *bytes, const char *end, long long at) {
  for (; (bytes = memmem(bytes, end - bytes, SENT_MARK, strlen(SENT_MARK))); bytes += SENT_DIGITS) {
    bytes += strlen(SENT_MARK);
    /* a mark that the read cut in two is left out */
    if (end - bytes < SENT_DIGITS) return;
    add(&chunk_delay, at - strtoll(bytes, NULL, 10));
  }
}

/* Takes the answer's head from the bytes. Returns how many bytes it took, all of them while it is incomplete. */
static int take_head(Connection *connection, const char *bytes, int count) {
  int before = connection->head_received, room = HEAD_SIZE - before, taken = count < room ? count : room;
  memcpy(connection->head + before, bytes, taken);
  connection->head_received += taken;
  connection->head[connection->head_received] = 0;
  int length = head_length(connection->head);
  if (length == 0) return count;
  const char *body_length = header(connection->head, length, "\r\ncontent-length:");
  connection->has_head = true;
  connection->remaining = body_length ? atoll(body_length) : -1;
  return length - before;
}

/* Whether the body is complete with these bytes. */
static bool take_body(Connection *connection, const char *bytes, int count, long long at) {
  if (connection->remaining >= 0) return (connection->remaining -= count) <= 0;
  measure_chunks(bytes, bytes + count, at);
  static const char last_chunk[] = "\r\n0\r\n\r\n";
  int size = sizeof last_chunk - 1, kept = count < size ? size - count : 0, fresh = size - kept;
  memmove(connection->tail, connection->tail + size - kept, kept);
  memcpy(connection->tail + kept, bytes + count - fresh, fresh);
  return memcmp(connection->tail, last_chunk, size) == 0;
}

static void end_answer(Connection *connection, bool is_good, long long at) {
  connection->busy = false;
  finished++;
  if (is_good) add(&latency, at - connection->asked_at);
  else failed++;
}

static void hang_up(Connection *connection) {
  connection->busy = false;
  finished++;
  left++;
  close(connection->socket);
  join(connection);
}

static void read_answer(Connection *connection) {
  static char bytes[READ_SIZE];
  int count = read(connection->socket, bytes, sizeof bytes);
  long long at = now();
  if (count <= 0) {
    if (connection->busy) end_answer(connection, false, at);
    close(connection->socket);
    return join(connection);
  }
  if (!connection->busy) return;
  int taken = connection->has_head ? 0 : take_head(connection, bytes, count);
  if (!connection->has_head) return;
  connection->body_received += count - taken;
  if (connection->leaves && connection->body_received >= leave_after) return hang_up(connection);
  bool is_complete = taken == count ? connection->remaining == 0 : take_body(connection, bytes + taken, count - taken, at);
  if (is_complete) end_answer(connection, strncmp(connection->head, "HTTP/1.1 200", 12) == 0, at);
}

static Request request_with(const char *path, const char *header_line, const char *body, int body_length) {
  char *bytes;
  size_t length;
  FILE *out = open_memstream(&bytes, &length);
  fprintf(out, "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n", path, port);
  fprintf(out, "%s\r\nContent-Length: %d\r\n\r\n", header_line, body_length);
  fwrite(body, 1, body_length, out);
  fclose(out);
  return (Request){bytes, length};
}

/* One request for each line of headers. Returns how many. */
static int prepare_requests(const char *path, const char *body_file, const char *headers_file, Request *requests) {
  char body[65536], line[512];
  FILE *file = fopen(body_file, "r"), *headers = fopen(headers_file, "r");
  if (!file) die(body_file);
  if (!headers) die(headers_file);
  int length = fread(body, 1, sizeof body, file), count = 0;
  while (count < MOST_REQUESTS && fgets(line, sizeof line, headers)) {
    line[strcspn(line, "\r\n")] = 0;
    if (*line) requests[count++] = request_with(path, line, body, length);
  }
  return count;
}

static const char usage[] =
    "usage: load PORT PATH BODY_FILE HEADERS_FILE CONNECTIONS SECONDS REQUESTS_PER_SECOND REQUESTS LEAVE_AFTER\n";

int main(int count, char **arguments) {
  if (count != 10) return fprintf(stderr, "%s", usage), 1;
  port = atoi(arguments[1]);
  static Request requests[MOST_REQUESTS];
  int request_count = prepare_requests(arguments[2], arguments[3], arguments[4], requests);
  if (request_count == 0) return fprintf(stderr, "the headers file is empty\n"), 1;
  int connection_count = atoi(arguments[5]);
  double seconds = atof(arguments[6]), rate = atof(arguments[7]);
  long most = atol(arguments[8]);
  leave_after = atol(arguments[9]);

  poll = epoll_create1(0);
  Connection *connections = calloc(connection_count, sizeof *connections);
  for (int i = 0; i < connection_count; i++) {
    connections[i].request = &requests[i % request_count];
    join(&connections[i]);
  }

  /* the schedule begins just before its timer does, so that every tick finds a request due */
  long long start = now();
  int timer = ticker(rate > 0 ? NANOSECONDS / rate : NANOSECONDS);
  watch(poll, timer, &timer);
  long long end = start + seconds * NANOSECONDS, at = start;
  while ((at < end && !(most && finished >= most)) || (finished < started && at < end + PATIENCE)) {
    for (int i = 0; at < end && !(most && started >= most) && i < connection_count; i++) {
      if (connections[i].busy) continue;
      long long scheduled = rate > 0 ? start + started * NANOSECONDS / rate : at;
      if (scheduled > at) break;
      ask(&connections[i], scheduled);
    }
    struct epoll_event events[512];
    int ready = epoll_wait(poll, events, 512, 100);
    for (int i = 0; i < ready; i++) {
      unsigned long long expirations;
      if (events[i].data.ptr != &timer) read_answer(events[i].data.ptr);
      else if (read(timer, &expirations, sizeof expirations) < 0) die("timer");
    }
    at = now();
  }

  qsort(latency.values, latency.count, sizeof(float), ascending);
  qsort(chunk_delay.values, chunk_delay.count, sizeof(float), ascending);
  printf("{\"requests\":%ld,\"failed\":%ld,\"left\":%ld,\"seconds\":%.3f,\"latencyP50\":%.1f,\"latencyP99\":%.1f,"
         "\"chunks\":%ld,\"chunkDelayP50\":%.1f,\"chunkDelayP99\":%.1f}\n",
         finished, failed + started - finished, left, (at - start) / (double)NANOSECONDS, percentile(&latency, 0.5),
         percentile(&latency, 0.99), chunk_delay.count, percentile(&chunk_delay, 0.5), percentile(&chunk_delay, 0.99));
}
