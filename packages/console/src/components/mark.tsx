/** Tollgate's mark: a gate with an opening barrier. It has the text's colour. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path fill="currentColor" d="M1 15V7a7 7 0 0 1 14 0v8h-3.2V7a3.8 3.8 0 0 0-7.6 0v1.5l6.3-1.9.7 2.2-7 2.1V15z" />
    </svg>
  )
}
