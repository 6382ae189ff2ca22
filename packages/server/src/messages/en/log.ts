/** What the log says of what is not a call. `{name}` is filled in. */
export const log = {
  registered: '{quota} for registering',
  invited: '{quota} for using the invite code of {inviter}',
  invite_earned: 'Earned {quota} by inviting {guest}',
  earnings_transferred: 'Transferred {quota} of invitation earnings to the balance',
  redemptions_made: '{actor} made {count} redemption codes of {quota} each',
  redeemed: 'Redeemed code {id} worth {quota}',
  balance_changed: '{actor} changed the balance from {before} to {after}',
  topped_up: 'Topped up {quota} online for {money}, order {order}',
  payment_by_other_method: 'A payment for order {order} was refused: it was paid by {paid}, not by {expected}',
  payment_of_other_amount: 'A payment for order {order} was refused: {paid} was paid, not {expected}',
  payment_of_nothing: 'A payment for order {order} was refused: nothing was paid, not {expected}',
  key_revealed: '{actor} revealed the key of channel {id} ({name})',
  server_stopped: 'The server stopped while this request was running. {amount} quota set aside for it was given back.',
} as const
