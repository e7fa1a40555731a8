import Box from '@mui/material/Box';
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import { richTextStyle } from '@/components/RichText';
import type { Locale } from '@/i18n';
import { ownPath } from '@/lib/access/redirect';
import { RichTextToolbar } from './RichTextToolbar';

interface RichTextEditorProps {
  name: string;
  value: string;
  onChange: (html: string) => void;
  onBlur: () => void;
  /** Receives the element that gets the focus on a validation error. */
  focusRef: (field: { focus: () => void } | null) => void;
  language: Locale;
  labelId: string;
  helpId: string;
  invalid: boolean;
  disabled: boolean;
}

// The formats that `texts.rich` of the catalogue accepts.
const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    // The editor adds an empty paragraph after a list; the user did not write it.
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address, { defaultValidate }) =>
        defaultValidate(address) && (!/^[\s/\\]/.test(address) || ownPath(address) !== null),
    },
  }),
];

/** The editor, in its own chunk. */
export default function RichTextEditor({
  name,
  value,
  onChange,
  onBlur,
  focusRef,
  language,
  labelId,
  helpId,
  invalid,
  disabled,
}: RichTextEditorProps) {
  const written = useRef(value);
  const editor = useEditor({
    extensions,
    content: value,
    editable: !disabled,
    onUpdate: ({ editor: changed }) => {
      written.current = changed.isEmpty ? '' : changed.getHTML();
      onChange(written.current);
    },
    onBlur,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        'aria-describedby': helpId,
        'data-name': name,
        dir: language === 'ar' ? 'rtl' : 'ltr',
        lang: language,
      },
    },
  });

  useEffect(() => {
    focusRef({ focus: () => editor.commands.focus() });
    return () => focusRef(null);
  }, [editor, focusRef]);

  // The form may reset to other values: a draft or the defaults.
  useEffect(() => {
    if (value === written.current) return;
    written.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  return (
    <Box
      sx={{
        mt: 0.75,
        border: '1px solid',
        borderColor: invalid ? 'error.main' : 'divider',
        borderRadius: 2,
        '&:focus-within': { borderColor: invalid ? 'error.main' : 'primary.main' },
        '& .tiptap': {
          ...richTextStyle,
          minHeight: 160,
          maxHeight: 480,
          overflowY: 'auto',
          px: 2,
          py: 1.5,
          outline: 'none',
        },
      }}
    >
      <RichTextToolbar editor={editor} labelId={labelId} />
      <EditorContent editor={editor} />
    </Box>
  );
}
