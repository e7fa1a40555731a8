import { describe, expect, it } from 'vitest';
import { readNumber, readScanned } from './number';

// Made by the service.
const NUMBERS = ['5110-QT0P-QD4R', 'GR40-Z1FP-WYMH', '1PDJ-WPZD-T0Z6'];

describe('a certificate’s number', () => {
  it.each(NUMBERS)('%s is read in every form that people type', (number) => {
    const read = { number };
    expect(readNumber(number)).toEqual(read);
    expect(readNumber(number.toLowerCase())).toEqual(read);
    expect(readNumber(` ${number.replaceAll('-', ' ')} `)).toEqual(read);
    expect(readNumber(number.replaceAll('-', ''))).toEqual(read);
    expect(readNumber(number.replaceAll('-', '\u2013'))).toEqual(read);
    expect(readNumber(number.replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual(read);
  });

  it('of which one character is wrong, or two are swapped, is mistyped', () => {
    const number = NUMBERS[0] as string;
    const other = number[3] === '7' ? '8' : '7';
    expect(readNumber(number.slice(0, 3) + other + number.slice(4))).toEqual({
      problem: 'mistyped',
    });
    const [first, second, ...rest] = number;
    expect(readNumber([second, first, ...rest].join(''))).toEqual({ problem: 'mistyped' });
  });

  it.each([
    ['', 'empty'],
    [' - ', 'empty'],
    ['7K2M-9XQ4', 'length'],
    ['7K2M-9XQ4-TB5U', 'characters'],
    ['شهادة', 'characters'],
  ])('“%s” says what is wrong: %s', (text, problem) => {
    expect(readNumber(text)).toEqual({ problem });
  });
});

describe('what a QR code says', () => {
  const number = NUMBERS[0] as string;
  const read = (text: string) => readScanned(text, 'https://itqan.test');

  it('is the address of a certificate, of the form, or the number alone', () => {
    expect(read(`https://itqan.test/certificates/${number}`)).toEqual({ number });
    expect(read(`https://itqan.test/certificates/${number}/`)).toEqual({ number });
    expect(read(`https://itqan.test/verify-certificate?number=${number}`)).toEqual({ number });
    expect(read(number)).toEqual({ number });
  });

  it('is a credential, also one that nobody signed', () => {
    expect(read('eyJhbGciOiJub25lIn0.eyJhIjoxfQ.')).toEqual({
      credential: 'eyJhbGciOiJub25lIn0.eyJhIjoxfQ.',
    });
  });

  it('that leads to another site is not followed', () => {
    expect(read(`https://itqan.test.evil.example/certificates/${number}`)).toEqual({
      foreign: 'itqan.test.evil.example',
    });
  });

  it('may be nothing of ours', () => {
    expect(read('https://itqan.test/trainings')).toEqual({ nothing: true });
    expect(read('javascript:alert(1)')).toEqual({ nothing: true });
    expect(read('WIFI:S:hall;T:WPA;P:secret;;')).toEqual({ nothing: true });
  });
});
