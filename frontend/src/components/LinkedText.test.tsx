import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LinkedText } from './LinkedText';

it('makes links of addresses alone, and shows all else as it is written', () => {
  const text =
    'See https://port.example/a?b=1&c=2. <b>Bold</b> javascript:alert(1)\n\nانظر (http://x.example)،';
  const { container } = render(<LinkedText text={text} />);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['https://port.example/a?b=1&c=2', 'http://x.example']);
  expect(container.textContent).toBe(text);
  expect(container.querySelector('b')).toBeNull();
});
