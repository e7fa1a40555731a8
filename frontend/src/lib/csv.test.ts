import { describe, expect, it } from 'vitest';
import { csvOf } from './csv';

const one = (value: string | number | null) =>
  csvOf([{ heading: 'h', value: () => value }], [{}]).split('\r\n')[1];

describe('an export', () => {
  it('begins with the mark and keeps Arabic, quotes and lines', () => {
    const csv = csvOf(
      [
        { heading: 'الاسم', value: (row: { name: string; seats: number }) => row.name },
        { heading: 'المقاعد', value: (row) => row.seats },
      ],
      [{ name: 'سارة "نورة"، الرياض\nالعليا', seats: 3 }],
    );
    expect(csv).toBe('\uFEFF"الاسم","المقاعد"\r\n"سارة ""نورة""، الرياض\nالعليا",3\r\n');
  });

  it.each(['=1+1', '+966500000000', '-2', '@cmd', '\t=1', '\r=1', ' =1', '＝1', '\n@x'])(
    'disarms %j',
    (text) => expect(one(text)).toMatch(/^"'/),
  );

  it.each([
    ['a=1', '"a=1"'],
    [null, '""'],
    [-5, '-5'],
  ])('leaves %j as it is', (value, expected) => expect(one(value)).toBe(expected));
});
