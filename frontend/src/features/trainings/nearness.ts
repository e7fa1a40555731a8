import type { CountedCity } from '@/api/catalog';

export interface Point {
  latitude: number;
  longitude: number;
}

const EARTH_KM = 6371;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the distance of two points in kilometres, by the haversine formula. */
export function getDistance(from: Point, to: Point): number {
  const [one, other] = [toRadians(from.latitude), toRadians(to.latitude)];
  const half =
    Math.sin((other - one) / 2) ** 2 +
    Math.cos(one) * Math.cos(other) * Math.sin(toRadians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(half));
}

/** Returns the coordinates of a city, if known. */
export function getPoint({ latitude, longitude }: CountedCity): Point | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

export interface NearCity extends CountedCity {
  /** From the user's location; null if either place is unknown. */
  distance: number | null;
}

/** Adds distances to the cities and sorts by them; without a start the order stays. */
export function sortByDistance(cities: readonly CountedCity[], from: Point | null): NearCity[] {
  const near = cities.map((city) => {
    const point = getPoint(city);
    return { ...city, distance: from && point && getDistance(from, point) };
  });
  if (!from) return near;
  return near.sort((one, other) => (one.distance ?? Infinity) - (other.distance ?? Infinity));
}

// Folds variants of Arabic letters like the database.
const FORMS: Record<string, string> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ؤ: 'و',
  ئ: 'ي',
  ک: 'ك',
  ی: 'ي',
  ے: 'ي',
  ۓ: 'ي',
  ہ: 'ه',
  ۂ: 'ه',
  ھ: 'ه',
  ۃ: 'ه',
  ە: 'ه',
  ۀ: 'ه',
};
const VARIANTS = new RegExp(`[${Object.keys(FORMS).join('')}]`, 'g');

/** Normalizes a typed city name like the `search` field: without hyphens and the Arabic article. */
export const normalizeText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[\u064b-\u0652\u0640]/g, '')
    .replace(VARIANTS, (letter) => FORMS[letter] ?? letter)
    .replace(/[-_/.'’]/g, '')
    .trim();
