/* Shared by both load tools: the clock, epoll, and the end of a message's headers. Linux and loopback only. */
#pragma once
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define NANOSECONDS 1000000000LL

/* Each streamed chunk's text is its send time, in every format: SENT_MARK and 19 digits of monotonic nanoseconds. */
#define SENT_MARK "\"SENT:"
#define SENT_DIGITS 19

static inline long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * NANOSECONDS + time.tv_nsec;
}

static inline void die(const char *what) {
  perror(what);
  exit(1);
}

static inline struct sockaddr_in loopback(int port) {
  return (struct sockaddr_in){
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static inline void send_at_once(int socket) {
  int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static inline void watch(int poll, int file, void *as) {
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = as};
  if (epoll_ctl(poll, EPOLL_CTL_ADD, file, &event) < 0) die("epoll_ctl");
}

/* A timer that becomes readable once per interval. */
static inline int ticker(long long nanoseconds) {
  struct timespec interval = {nanoseconds / NANOSECONDS, nanoseconds % NANOSECONDS};
  struct itimerspec timing = {interval, interval};
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  if (timer < 0 || timerfd_settime(timer, 0, &timing, NULL) < 0) die("timerfd");
  return timer;
}

/* The length of a message's head with its empty line, 0 while it is incomplete. The message ends with a 0 byte. */
static inline int head_length(const char *message) {
  const char *end = strstr(message, "\r\n\r\n");
  return end ? (int)(end - message) + 4 : 0;
}

/* The value of a header in a head, NULL if it is absent or beyond the head. */
static inline const char *header(const char *head, int length, const char *name) {
  const char *found = strcasestr(head, name);
  return found && found < head + length ? found + strlen(name) : NULL;
}
