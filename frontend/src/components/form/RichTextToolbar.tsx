import BoldIcon from '@mui/icons-material/FormatBoldOutlined';
import ItalicIcon from '@mui/icons-material/FormatItalicOutlined';
import BulletsIcon from '@mui/icons-material/FormatListBulletedOutlined';
import NumbersIcon from '@mui/icons-material/FormatListNumberedOutlined';
import QuoteIcon from '@mui/icons-material/FormatQuoteOutlined';
import UnderlineIcon from '@mui/icons-material/FormatUnderlinedOutlined';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import RedoIcon from '@mui/icons-material/RedoOutlined';
import HeadingIcon from '@mui/icons-material/TitleOutlined';
import UndoIcon from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react';
import { type ComponentType, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownPath } from '@/lib/access/redirect';

interface Tool {
  key: string;
  Icon: ComponentType<{ fontSize: 'small'; sx?: object }>;
  do: (chain: ChainedCommands) => ChainedCommands;
  /** Returns whether the format is active at the cursor. */
  isOn?: (editor: Editor) => boolean;
  isMirrored?: boolean;
}

const tools: Tool[] = [
  { key: 'bold', Icon: BoldIcon, do: (to) => to.toggleBold(), isOn: (of) => of.isActive('bold') },
  {
    key: 'italic',
    Icon: ItalicIcon,
    do: (to) => to.toggleItalic(),
    isOn: (of) => of.isActive('italic'),
  },
  {
    key: 'underline',
    Icon: UnderlineIcon,
    do: (to) => to.toggleUnderline(),
    isOn: (of) => of.isActive('underline'),
  },
  {
    key: 'heading',
    Icon: HeadingIcon,
    do: (to) => to.toggleHeading({ level: 3 }),
    isOn: (of) => of.isActive('heading', { level: 3 }),
  },
  {
    key: 'bullets',
    Icon: BulletsIcon,
    do: (to) => to.toggleBulletList(),
    isOn: (of) => of.isActive('bulletList'),
    isMirrored: true,
  },
  {
    key: 'numbers',
    Icon: NumbersIcon,
    do: (to) => to.toggleOrderedList(),
    isOn: (of) => of.isActive('orderedList'),
  },
  {
    key: 'quote',
    Icon: QuoteIcon,
    do: (to) => to.toggleBlockquote(),
    isOn: (of) => of.isActive('blockquote'),
  },
];
const history: Tool[] = [
  { key: 'undo', Icon: UndoIcon, do: (to) => to.undo(), isMirrored: true },
  { key: 'redo', Icon: RedoIcon, do: (to) => to.redo(), isMirrored: true },
];

/** The toolbar of formats: one tab stop, with arrow keys between the buttons. */
export function RichTextToolbar({ editor, labelId }: { editor: Editor; labelId: string }) {
  const { t } = useTranslation();
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      link: now.isActive('link'),
      ...Object.fromEntries(tools.map(({ key, isOn }) => [key, isOn?.(now) ?? false])),
    }),
  }) as Record<string, boolean>;
  const [at, setAt] = useState<HTMLElement | null>(null);
  const names = [...tools.map(({ key }) => key), 'link', ...history.map(({ key }) => key)];
  const [stop, setStop] = useState('bold');

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -step : step;
    const next = (names.indexOf(stop) + forward + names.length) % names.length;
    setStop(names[next] as string);
    (event.currentTarget.querySelectorAll('button')[next] as HTMLElement).focus();
  };
  const button = ({ key, Icon, do: act, isMirrored }: Tool) => (
    <Tooltip key={key} title={t(`rich_text.${key}`)}>
      <IconButton
        size="small"
        aria-label={t(`rich_text.${key}`)}
        aria-pressed={key in on ? on[key] : undefined}
        tabIndex={stop === key ? 0 : -1}
        onFocus={() => setStop(key)}
        onClick={() => act(editor.chain().focus()).run()}
        sx={{ color: on[key] ? 'primary.main' : 'text.secondary' }}
      >
        <Icon fontSize="small" sx={isMirrored ? { transform: 'scaleX(var(--flip))' } : undefined} />
      </IconButton>
    </Tooltip>
  );
  return (
    <Box
      role="toolbar"
      aria-labelledby={labelId}
      onKeyDown={move}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 0.25,
        p: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {tools.map(button)}
      <Tooltip title={t('rich_text.link')}>
        <IconButton
          size="small"
          aria-label={t('rich_text.link')}
          aria-pressed={on.link}
          aria-haspopup="dialog"
          tabIndex={stop === 'link' ? 0 : -1}
          onFocus={() => setStop('link')}
          onClick={(event) => setAt(event.currentTarget)}
          sx={{ color: on.link ? 'primary.main' : 'text.secondary' }}
        >
          <LinkIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {history.map(button)}
      {at && <LinkPopover editor={editor} at={at} onClose={() => setAt(null)} />}
    </Box>
  );
}

/** Edits the link of the selected text. */
function LinkPopover({
  editor,
  at,
  onClose,
}: {
  editor: Editor;
  at: HTMLElement;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [address, setAddress] = useState<string>(editor.getAttributes('link').href ?? '');
  const save = () => {
    const words = editor.chain().focus().extendMarkRange('link');
    const href = address.trim();
    if (href) words.setLink({ href: withProtocol(href) }).run();
    else words.unsetLink().run();
    onClose();
  };
  return (
    <Popover
      open
      anchorEl={at}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      transformOrigin={{ vertical: 'top', horizontal: 'center' }}
    >
      {/* Not a `form`, because forms cannot be nested. */}
      <Box sx={{ p: 2, display: 'flex', gap: 1, alignItems: 'center' }}>
        <TextField
          autoFocus
          size="small"
          label={t('rich_text.address')}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            save();
          }}
          slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'url' } }}
        />
        <Button variant="contained" onClick={save}>
          {t(address.trim() ? 'rich_text.set_link' : 'rich_text.remove_link')}
        </Button>
      </Box>
    </Popover>
  );
}

/** Adds `https://` to a typed host such as `example.org`. */
const withProtocol = (address: string) =>
  /^(https?:|mailto:|tel:)/i.test(address)
    ? address
    : (ownPath(address) ?? `https://${address.replace(/^[/\\]+/, '')}`);
