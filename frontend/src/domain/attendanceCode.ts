/*
 * What the QR code of a candidate says: a hash of their enrollment and of one session. A photographed
 * one is therefore of no use in another session and leads to no other, and both sides make it without
 * a network: the candidate from their own enrollment, the trainer's device from the list of people.
 */

const PREFIX = 'itqan-attendance:';
const BYTES = 15;

/** Computes a participant's check-in code for a session. */
export async function attendanceCode(sessionId: string, enrollmentId: string): Promise<string> {
  const text = new TextEncoder().encode(`${sessionId}:${enrollmentId}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return PREFIX + btoa(String.fromCharCode(...hash.slice(0, BYTES)));
}
