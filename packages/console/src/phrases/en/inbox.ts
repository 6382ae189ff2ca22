export const inbox = {
  empty: 'No messages',
  markAll: 'Mark all as read',
  isNew: 'New',
}
