import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useZodForm, z } from '@/lib/forms';
import { Form } from './Form';
import { RichTextInput } from './RichTextInput';

const schema = z.object({ text: z.string() });

function Page({ onSave }: { onSave: (text: string) => void }) {
  const form = useZodForm(schema, { text: '<p>On the road</p>' });
  return (
    <Form form={form} onSave={async ({ text }) => onSave(text)}>
      <RichTextInput control={form.control} name="text" label="Text" language="en" />
      <button type="submit">Save</button>
    </Form>
  );
}

interface Commands {
  insertContentAt: (position: number, html: string) => boolean;
  clearContent: () => boolean;
}

/** Writes with the editor's commands, because jsdom has no layout to type into. */
const writes = (box: HTMLElement, write: (commands: Commands) => void) =>
  act(async () => write((box as unknown as { editor: { commands: Commands } }).editor.commands));

it('saves what is written, with its formatting, and nothing where no words are left', async () => {
  const saved: string[] = [];
  render(<Page onSave={(text) => saved.push(text)} />);
  const box = await screen.findByRole('textbox', { name: 'Text' });
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await writes(box, ({ insertContentAt }) => insertContentAt(1, '<strong>Safe</strong> '));
  await save();
  await writes(box, ({ clearContent }) => clearContent());
  await save();
  expect(saved).toEqual(['<p><strong>Safe</strong> On the road</p>', '']);
});

it('drops links to other sites that look like pages of this one', async () => {
  const saved: string[] = [];
  render(<Page onSave={(text) => saved.push(text)} />);
  const box = await screen.findByRole('textbox', { name: 'Text' });
  await writes(box, ({ insertContentAt }) =>
    insertContentAt(
      1,
      '<a href="/faq">a</a> <a href="//evil.example">b</a> <a href="/\\evil.example">c</a>',
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(saved).toHaveLength(1);
  expect(saved[0]).toContain('href="/faq"');
  expect(saved[0]).not.toContain('evil');
});
