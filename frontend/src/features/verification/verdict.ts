import type { VerificationRead } from '@/api/enrollment';
import { verifyCertificate } from '@/api/enrollment';
import { asProblem } from '@/api/problem';
import { getRiyadhDay } from '@/lib/riyadh';
import { type Claims, checkCredential, type Forgery, isWithdrawn } from './credential';
import { type Issuer, type Published, readIssuer, readStatusList } from './issuer';

export type VerdictState =
  | VerificationRead['state']
  /** Not issued by us. */
  | 'forged'
  /** Determined offline: revoked, suspended or superseded; the list does not tell which. */
  | 'withdrawn'
  /** Unknown at the moment. */
  | 'unsure';

/** The result of the signature check in this browser. */
export type Signature =
  | 'good'
  /** Issued by us, but the service's data differs: the credential counts. */
  | 'differs'
  | 'forged'
  /** The keys are unavailable. */
  | 'no_keys'
  /** The browser cannot check it. */
  | 'unable'
  /** The certificate has no credential. */
  | 'none';

/** The data of a certificate. */
export interface CertificateFacts {
  number: string;
  names: string[];
  training_title_en: string;
  training_title_ar: string;
  organization_name_en: string;
  organization_name_ar: string;
  started_on: string | null;
  ended_on: string | null;
  issued_on: string;
  /** The last day of validity. */
  expires_on: string | null;
}

export interface Verdict {
  state: VerdictState;
  shown: CertificateFacts | null;
  signature: Signature;
  forgery?: Forgery;
  supersededBy?: string | null;
  suspendedOn?: string | null;
  revokedOn?: string | null;
  revokedKind?: string | null;
  /** The publication time of the data that an offline check used. */
  asOf?: Date;
  /** The signed credential, for download. */
  credential?: string | null;
}

const getLastDay = (moment: string) => getRiyadhDay(new Date(Date.parse(moment) - 1).toISOString());

function toFactsFromClaims(claims: Claims): CertificateFacts {
  const { number, names, training, organization, startedAt, endedAt, expiresAt } = claims;
  return {
    number,
    names,
    training_title_en: training,
    training_title_ar: training,
    organization_name_en: organization,
    organization_name_ar: organization,
    started_on: startedAt ? getRiyadhDay(startedAt) : null,
    ended_on: endedAt ? getRiyadhDay(endedAt) : null,
    issued_on: getRiyadhDay(claims.issuedAt),
    // The start of the following day.
    expires_on: expiresAt ? getLastDay(expiresAt) : null,
  };
}

const toFactsFromRecord = (found: VerificationRead): CertificateFacts => ({
  number: found.number,
  names: [...new Set([found.holder_name_en ?? '', found.holder_name_ar ?? ''])].filter(Boolean),
  training_title_en: found.training_title_en ?? '',
  training_title_ar: found.training_title_ar ?? '',
  organization_name_en: found.organization_name_en ?? '',
  organization_name_ar: found.organization_name_ar ?? '',
  started_on: found.started_on ?? null,
  ended_on: found.ended_on ?? null,
  issued_on: found.issued_on ?? '',
  expires_on: found.expires_on ?? null,
});

/** Returns whether the service's record matches the signed claims. */
function isConsistent(found: VerificationRead, claims: Claims): boolean {
  const signed = toFactsFromClaims(claims);
  const said = toFactsFromRecord(found);
  return (
    said.number === signed.number &&
    said.expires_on === signed.expires_on &&
    said.names.length === signed.names.length &&
    said.names.every((name) => signed.names.includes(name))
  );
}

async function verifySignature(
  found: VerificationRead,
  issuer: Issuer | undefined,
): Promise<{ signature: Signature; shown: CertificateFacts }> {
  const shown = toFactsFromRecord(found);
  if (!found.credential) return { signature: 'none', shown };
  if (!issuer) return { signature: 'no_keys', shown };
  const checked = await checkCredential(found.credential, issuer);
  if (checked.kind === 'unable') return { signature: 'unable', shown };
  if (checked.kind === 'forged') return { signature: 'forged', shown };
  if (isConsistent(found, checked.content)) return { signature: 'good', shown };
  return { signature: 'differs', shown: toFactsFromClaims(checked.content) };
}

async function decideVerdict(
  found: VerificationRead,
  issuer: Issuer | undefined,
): Promise<Verdict> {
  if (found.state === 'unknown') return { state: 'unknown', shown: null, signature: 'none' };
  return {
    state: found.state,
    ...(await verifySignature(found, issuer)),
    supersededBy: found.superseded_by,
    suspendedOn: found.suspended_on,
    revokedOn: found.revoked_on,
    revokedKind: found.revoked_kind,
    credential: found.credential,
  };
}

async function fetchVerification(number: string): Promise<VerificationRead> {
  return (await verifyCertificate({ path: { number } })).data;
}

/** Verifies a number with the service, and its credential here. Throws without a response. */
export async function verifyNumber(number: string): Promise<Verdict> {
  const [found, issuer] = await Promise.all([fetchVerification(number), readIssuer()]);
  return decideVerdict(found, issuer?.content);
}

/** Decides on our credential offline, from cached keys and lists. */
async function decideOfflineVerdict(
  claims: Claims,
  issuer: Published<Issuer>,
  credential: string,
): Promise<Verdict> {
  const known = { shown: toFactsFromClaims(claims), signature: 'good' as const, credential };
  const list = claims.status && (await readStatusList(claims.status.url));
  const withdrawn =
    claims.status && list && (await isWithdrawn(list.content, claims.status, issuer.content));
  if (!list || withdrawn === null) return { ...known, state: 'unsure' };
  const isOver = claims.expiresAt !== undefined && Date.parse(claims.expiresAt) <= Date.now();
  const state = withdrawn ? 'withdrawn' : isOver ? 'expired' : 'valid';
  return { ...known, state, asOf: list.at < issuer.at ? list.at : issuer.at };
}

/** Returns whether the service was unreachable rather than refusing. */
const isUnreachable = (error: unknown) => {
  const status = asProblem(error)?.status;
  return status === 0 || (status !== undefined && status >= 500);
};

/**
 * Verifies a provided credential: its claims count, not the paper. Offline, it uses the cached keys
 * and lists.
 */
export async function verifyCredential(credential: string): Promise<Verdict> {
  const issuer = await readIssuer();
  if (!issuer) return { state: 'unsure', shown: null, signature: 'no_keys' };
  const checked = await checkCredential(credential, issuer.content);
  if (checked.kind === 'unable') return { state: 'unsure', shown: null, signature: 'unable' };
  if (checked.kind === 'forged') {
    return { state: 'forged', shown: null, signature: 'forged', forgery: checked.reason };
  }
  const claims = checked.content;
  try {
    const found = await fetchVerification(claims.number);
    if (found.state === 'unknown') {
      return { state: 'unsure', shown: toFactsFromClaims(claims), signature: 'good' };
    }
    const verdict = await decideVerdict(found, issuer.content);
    // The credential is ours, but its name differs from the service's current one.
    if (isConsistent(found, claims)) return verdict;
    return { ...verdict, signature: 'differs', shown: toFactsFromClaims(claims), credential };
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return decideOfflineVerdict(claims, issuer, credential);
  }
}
