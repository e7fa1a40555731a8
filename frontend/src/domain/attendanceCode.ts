/* The content of a candidate's QR code: a hash of their enrollment and one session, so a
   photographed code is useless in other sessions. Both sides compute it offline: the candidate from
   their enrollment, the trainer's device from the list of people. */

const PREFIX = 'itqan-attendance:';
const BYTES = 15;

/** Computes a participant's check-in code for a session. */
export async function attendanceCode(sessionId: string, enrollmentId: string): Promise<string> {
  const text = new TextEncoder().encode(`${sessionId}:${enrollmentId}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return PREFIX + btoa(String.fromCharCode(...hash.slice(0, BYTES)));
}
