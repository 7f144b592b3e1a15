/** Answers for programs: no page may show them, nor take them for something else (docs/DESIGN.md section 9). */
export const CLOSED_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "frame-ancestors 'self'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}
