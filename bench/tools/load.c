/*
 * Posts one request over and over and measures the answers, streams read to their end.
 *
 *   load port=3000 path=/v1/chat/completions body=FILE headers=FILE connections=16 seconds=2 [rate=0] [requests=0]
 *        [leave-after=0] [drop=0]
 *
 * Each line of the headers file is a header; connections take them in turn. With rate 0 each connection sends its next
 * request once it has its answer. Otherwise requests are sent on schedule, so many a second, and latency counts from the
 * scheduled moment; with drop=1 a request that is due while every connection is busy is not sent, only counted.
 * `requests` ends it after so many; `leave-after` hangs up on every second answer once so many bytes of its body were
 * read; 0 is neither. Prints one line of JSON; times are microseconds.
 */
#include "http.h"

#define HEAD_SIZE 8192
#define READ_SIZE 262144
#define MOST_CALLERS 1024
#define PATIENCE (10 * NANOSECONDS)
#define STATUSES 600

typedef struct {
  int socket; /* -1: none yet, or closed by the other side */
  struct iovec head; /* of its requests */
  size_t sent;
  bool busy, sending, leaves, has_first;
  long long asked_at;
  int head_received;
  /* remaining bytes of the answer's body; -1: it ends with a chunk of length 0 */
  long long remaining;
  long long body_received;
  bool has_head;
  char answer_head[HEAD_SIZE + 1];
  /* the last bytes read, to recognise the final chunk even when it comes in pieces */
  char tail[8];
} Connection;

typedef struct {
  float *values;
  long count, room;
} Samples;

static int poll, port;
static long started, finished, broken, left, dropped, leave_after;
static long statuses[STATUSES];
static Samples latency, refusal, first_chunk, chunk_delay;
static struct iovec body;
static Connection **idle;
static int idle_count;

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

static void print_samples(const char *name, Samples *samples) {
  qsort(samples->values, samples->count, sizeof(float), ascending);
  printf("\"%sP50\":%.1f,\"%sP99\":%.1f,\"%sMost\":%.1f,", name, percentile(samples, 0.5), name,
         percentile(samples, 0.99), name, percentile(samples, 1));
}

static void watch_for(Connection *connection, int how, unsigned events) {
  struct epoll_event event = {.events = events, .data.ptr = connection};
  if (epoll_ctl(poll, how, connection->socket, &event) < 0) die("epoll_ctl");
}

static void join(Connection *connection) {
  struct sockaddr_in address = loopback(port);
  connection->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (connection->socket < 0) die("socket");
  /* a refused connection reports its error on the first read */
  connect(connection->socket, (struct sockaddr *)&address, sizeof address);
  send_at_once(connection->socket);
  watch_for(connection, EPOLL_CTL_ADD, EPOLLIN);
}

static void part(Connection *connection) {
  close(connection->socket);
  connection->socket = -1;
}

static void become_idle(Connection *connection) {
  connection->busy = false;
  finished++;
  idle[idle_count++] = connection;
}

static void end_broken(Connection *connection) {
  part(connection);
  if (!connection->busy) return;
  broken++;
  become_idle(connection);
}

/* Sends as much of the request as the socket takes; the rest follows when it is writable again. */
static void send_request(Connection *connection) {
  size_t head = connection->head.iov_len, whole = head + body.iov_len;
  struct iovec rest[2];
  int count = 0;
  if (connection->sent < head)
    rest[count++] = (struct iovec){connection->head.iov_base + connection->sent, head - connection->sent};
  size_t skipped = connection->sent > head ? connection->sent - head : 0;
  rest[count++] = (struct iovec){body.iov_base + skipped, body.iov_len - skipped};
  struct msghdr message = {.msg_iov = rest, .msg_iovlen = count};
  ssize_t sent = sendmsg(connection->socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != ENOTCONN) return end_broken(connection);
  if (sent > 0) connection->sent += sent;
  bool was_sending = connection->sending;
  connection->sending = connection->sent < whole;
  if (connection->sending != was_sending)
    watch_for(connection, EPOLL_CTL_MOD, connection->sending ? EPOLLIN | EPOLLOUT : EPOLLIN);
}

static void ask(Connection *connection, long long at) {
  if (connection->socket < 0) join(connection);
  connection->busy = true;
  connection->asked_at = at;
  connection->has_head = connection->has_first = connection->sending = false;
  connection->head_received = connection->body_received = connection->sent = 0;
  connection->leaves = leave_after > 0 && started % 2 == 1;
  memset(connection->tail, 0, sizeof connection->tail);
  started++;
  send_request(connection);
}

static void measure_chunks(Connection *connection, const char *bytes, const char *end, long long at) {
  for (; (bytes = memmem(bytes, end - bytes, SENT_MARK, strlen(SENT_MARK))); bytes += SENT_DIGITS) {
    bytes += strlen(SENT_MARK);
    if (!connection->has_first) add(&first_chunk, at - connection->asked_at);
    connection->has_first = true;
    /* skips a mark that was cut off by the read */
    if (end - bytes < SENT_DIGITS) return;
    add(&chunk_delay, at - strtoll(bytes, NULL, 10));
  }
}

/* Takes the answer's head from the bytes. Returns how many bytes it took: all of them while it is incomplete. */
static int take_head(Connection *connection, const char *bytes, int count) {
  int before = connection->head_received, room = HEAD_SIZE - before, taken = count < room ? count : room;
  memcpy(connection->answer_head + before, bytes, taken);
  connection->head_received += taken;
  connection->answer_head[connection->head_received] = 0;
  int length = head_length(connection->answer_head);
  if (length == 0) return count;
  const char *body_length = header(connection->answer_head, length, "\r\ncontent-length:");
  connection->has_head = true;
  connection->remaining = body_length ? atoll(body_length) : -1;
  return length - before;
}

/* Whether the body is complete with these bytes. */
static bool take_body(Connection *connection, const char *bytes, int count, long long at) {
  if (connection->remaining >= 0) return (connection->remaining -= count) <= 0;
  measure_chunks(connection, bytes, bytes + count, at);
  static const char last_chunk[] = "\r\n0\r\n\r\n";
  int size = sizeof last_chunk - 1, kept = count < size ? size - count : 0, fresh = size - kept;
  memmove(connection->tail, connection->tail + size - kept, kept);
  memcpy(connection->tail + kept, bytes + count - fresh, fresh);
  return memcmp(connection->tail, last_chunk, size) == 0;
}

static void end_answer(Connection *connection, long long at) {
  int status = atoi(connection->answer_head + strlen("HTTP/1.1 "));
  statuses[status > 0 && status < STATUSES ? status : 0]++;
  add(status == 200 ? &latency : &refusal, at - connection->asked_at);
  become_idle(connection);
  /* answered before the whole request was sent: this connection cannot be reused */
  if (connection->sending) part(connection);
}

static void hang_up(Connection *connection) {
  left++;
  part(connection);
  become_idle(connection);
}

static void read_answer(Connection *connection) {
  static char bytes[READ_SIZE];
  int count = read(connection->socket, bytes, sizeof bytes);
  long long at = now();
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
  if (count <= 0) return end_broken(connection);
  if (!connection->busy) return;
  int taken = connection->has_head ? 0 : take_head(connection, bytes, count);
  if (!connection->has_head) return;
  connection->body_received += count - taken;
  if (connection->leaves && connection->body_received >= leave_after) return hang_up(connection);
  bool is_complete = taken == count ? connection->remaining == 0 : take_body(connection, bytes + taken, count - taken, at);
  if (is_complete) end_answer(connection, at);
}

static struct iovec head_with(const char *path, const char *header_line) {
  char *bytes;
  size_t length;
  FILE *out = open_memstream(&bytes, &length);
  fprintf(out, "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n", path, port);
  fprintf(out, "%s\r\nContent-Length: %zu\r\n\r\n", header_line, body.iov_len);
  fclose(out);
  return (struct iovec){bytes, length};
}

static struct iovec contents(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) die(path);
  fseek(file, 0, SEEK_END);
  struct iovec whole = {malloc(ftell(file) + 1), ftell(file)};
  rewind(file);
  if (fread(whole.iov_base, 1, whole.iov_len, file) != whole.iov_len) die(path);
  fclose(file);
  return whole;
}

/* Makes one head per line of headers. Returns how many. */
static int prepare_heads(const char *path, const char *headers_file, struct iovec *heads) {
  char line[512];
  FILE *headers = fopen(headers_file, "r");
  if (!headers) die(headers_file);
  int count = 0;
  while (count < MOST_CALLERS && fgets(line, sizeof line, headers)) {
    line[strcspn(line, "\r\n")] = 0;
    if (*line) heads[count++] = head_with(path, line);
  }
  fclose(headers);
  return count;
}

static const char *argument(int count, char **arguments, const char *name, const char *otherwise) {
  for (int i = 1; i < count; i++) {
    size_t length = strlen(name);
    if (strncmp(arguments[i], name, length) == 0 && arguments[i][length] == '=') return arguments[i] + length + 1;
  }
  if (otherwise) return otherwise;
  fprintf(stderr, "load: %s=… is missing\n", name);
  exit(1);
}

static void print_results(double seconds) {
  long good = statuses[200];
  printf("{\"requests\":%ld,\"failed\":%ld,\"broken\":%ld,\"left\":%ld,\"dropped\":%ld,\"seconds\":%.3f,", finished,
         started - good - left, broken + started - finished, left, dropped, seconds);
  print_samples("latency", &latency);
  print_samples("refusal", &refusal);
  print_samples("firstChunk", &first_chunk);
  print_samples("chunkDelay", &chunk_delay);
  printf("\"chunks\":%ld,\"statuses\":{", chunk_delay.count);
  const char *comma = "";
  for (int status = 0; status < STATUSES; status++) {
    if (!statuses[status]) continue;
    printf("%s\"%d\":%ld", comma, status, statuses[status]);
    comma = ",";
  }
  printf("}}\n");
}

int main(int count, char **arguments) {
#define GIVEN(name, otherwise) argument(count, arguments, name, otherwise)
  port = atoi(GIVEN("port", NULL));
  body = contents(GIVEN("body", NULL));
  static struct iovec heads[MOST_CALLERS];
  int callers = prepare_heads(GIVEN("path", NULL), GIVEN("headers", NULL), heads);
  if (callers == 0) return fprintf(stderr, "the headers file is empty\n"), 1;
  int connection_count = atoi(GIVEN("connections", NULL));
  double seconds = atof(GIVEN("seconds", NULL)), rate = atof(GIVEN("rate", "0"));
  long most = atol(GIVEN("requests", "0"));
  leave_after = atol(GIVEN("leave-after", "0"));
  bool drops = atoi(GIVEN("drop", "0"));

  poll = epoll_create1(0);
  Connection *connections = calloc(connection_count, sizeof *connections);
  idle = calloc(connection_count, sizeof *idle);
  for (int i = connection_count - 1; i >= 0; i--) {
    connections[i].head = heads[i % callers];
    join(&connections[i]);
    idle[idle_count++] = &connections[i];
  }

  /* the schedule begins just before its timer, so that every tick finds a request due */
  long long start = now();
  int timer = ticker(rate > 0 ? NANOSECONDS / rate : NANOSECONDS);
  watch(poll, timer, &timer);
  long long end = start + seconds * NANOSECONDS, at = start;
  while ((at < end && !(most && finished >= most)) || (finished < started && at < end + PATIENCE)) {
    /* limits the requests per turn, so that answers are read in between even when every call breaks at once */
    for (int turn = 0; turn < connection_count && at < end && !(most && started >= most); turn++) {
      long long scheduled = rate > 0 ? start + (started + dropped) * NANOSECONDS / rate : at;
      if (scheduled > at) break;
      if (idle_count > 0) ask(idle[--idle_count], scheduled);
      else if (drops) dropped++;
      else break;
    }
    struct epoll_event events[512];
    int ready = epoll_wait(poll, events, 512, 100);
    for (int i = 0; i < ready; i++) {
      unsigned long long expirations;
      Connection *connection = events[i].data.ptr;
      if (events[i].data.ptr == &timer) {
        if (read(timer, &expirations, sizeof expirations) < 0) die("timer");
        continue;
      }
      if (connection->socket >= 0 && connection->sending && events[i].events & EPOLLOUT) send_request(connection);
      if (connection->socket >= 0 && events[i].events & ~EPOLLOUT) read_answer(connection);
    }
    at = now();
  }
  print_results((at - start) / (double)NANOSECONDS);
}
