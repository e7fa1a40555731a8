import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { DateText } from '@/components/DateText';
import { Money } from '@/components/Money';
import { NonBreakingCodes } from '@/components/NonBreakingCodes';
import { Person, type PersonRead } from '@/components/Person';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import type { DateStyle } from '@/lib/format';
import type { StatusNoun } from '@/lib/statuses';

/** A column of a list, for the table and the phone card. */
export interface Column<Row> {
  /** The name of the field in the API, by which the list is ordered where the call offers that. */
  field: string;
  heading: string;
  cell: (row: Row) => ReactNode;
  /** The flex factor; without it the column has its fixed width. */
  flex?: number;
  width?: number;
  minWidth?: number;
  align?: 'right';
  /** Hidden until the user selects it. */
  hidden?: boolean;
  /** The kind of sort labels: oldest first, lowest first, or by default A to Z. */
  order?: 'dates' | 'numbers' | 'names';
}

type Shape<Row> = Partial<Pick<Column<Row>, 'flex' | 'width' | 'minWidth' | 'hidden' | 'order'>>;

type Bilingual<Name extends string> = { [Key in `${Name}_en` | `${Name}_ar`]?: string | null };

type Text = string | number | null | undefined;

/** Returns functions that create typed columns with defaults from their heading and type. */
export function defineColumns<Row>() {
  /** Returns the cell's value; by default the field's own. */
  const field = (row: Row, name: string) => (row as Record<string, unknown>)[name];
  const createTextReader = (name: string, read?: (row: Row) => Text) => (row: Row) =>
    read ? read(row) : (field(row, name) as Text);

  return {
    /** A text or number. */
    text(
      name: string,
      heading: string,
      { read, ...shape }: Shape<Row> & { read?: (row: Row) => Text } = {},
    ): Column<Row> {
      const text = createTextReader(name, read);
      return {
        field: name,
        heading,
        flex: 1,
        minWidth: 140,
        ...shape,
        cell: (row) => <ClampedText text={String(text(row) ?? '')} />,
      };
    },

    /** A reference, code or number, written left to right. */
    code(
      name: string,
      heading: string,
      { read, ...shape }: Shape<Row> & { read?: (row: Row) => Text } = {},
    ): Column<Row> {
      const text = createTextReader(name, read);
      return {
        field: name,
        heading,
        width: 165,
        ...shape,
        cell: (row) => (
          <bdi dir="ltr" style={{ whiteSpace: 'nowrap' }}>
            {text(row) || '–'}
          </bdi>
        ),
      };
    },

    /** A bilingual name or title, in the user's language. */
    localized<Name extends string>(
      name: Name,
      heading: string,
      {
        read,
        note,
        ...shape
      }: Shape<Row> & {
        read?: (row: Row) => Bilingual<Name> | null | undefined;
        /** A code or place as a second line. */
        note?: (row: Row) => string;
      } = {},
    ): Column<Row> {
      const record = (row: Row) => (read ? read(row) : (row as Bilingual<Name>));
      return {
        field: name,
        heading,
        flex: 1.3,
        minWidth: 160,
        ...shape,
        cell: (row) => <LocalizedText record={record(row)} name={name} note={note?.(row)} />,
      };
    },

    /** A person: picture, name and email address. */
    person(
      name: string,
      heading: string,
      {
        read,
        ...shape
      }: Shape<Row> & {
        read: (row: Row) => PersonRead | null | undefined;
      },
    ): Column<Row> {
      return {
        field: name,
        heading,
        flex: 1.2,
        minWidth: 190,
        ...shape,
        cell: (row) => <Person person={read(row)} />,
      };
    },

    /** An amount in minor units; the row's `currency` has its currency. */
    money(
      name: string,
      heading: string,
      {
        currency = (row) => String(field(row, 'currency') ?? 'SAR'),
        zero,
        ...shape
      }: Shape<Row> & {
        currency?: (row: Row) => string;
        /** The text for zero, such as "Free". */
        zero?: string;
      } = {},
    ): Column<Row> {
      const amount = (row: Row) => field(row, name) as number | null | undefined;
      return {
        field: name,
        heading,
        width: 125,
        align: 'right',
        order: 'numbers',
        ...shape,
        cell: (row) => {
          const minor = amount(row);
          const of = currency(row);
          // Without a currency, the payment currency is unknown yet.
          if (minor === null || minor === undefined || of === '') return '–';
          return minor === 0 && zero ? zero : <Money amount={minor} currency={of} />;
        },
      };
    },

    /** A date or timestamp. */
    date(
      name: string,
      heading: string,
      {
        style = 'date',
        read = (row) => field(row, name) as string | null | undefined,
        show = (value) => <DateText value={value} style={style} />,
        ...shape
      }: Shape<Row> & {
        style?: DateStyle;
        read?: (row: Row) => string | null | undefined;
        /** Renders a date in another time zone than the reader's. */
        show?: (value: string | null | undefined, row: Row) => ReactNode;
      } = {},
    ): Column<Row> {
      return {
        field: name,
        heading,
        // Includes the time zone's label, which is longer in Arabic.
        width: style === 'datetime' ? 235 : 155,
        order: 'dates',
        ...shape,
        cell: (row) => show(read(row), row),
      };
    },

    /** A state of a noun. */
    status(
      name: string,
      heading: string,
      noun: StatusNoun,
      {
        read = (row) => String(field(row, name)),
        ...shape
      }: Shape<Row> & { read?: (row: Row) => string } = {},
    ): Column<Row> {
      return {
        field: name,
        heading,
        width: 165,
        ...shape,
        cell: (row) => <StatusChip noun={noun} status={read(row)} />,
      };
    },

    /** Another record. */
    link(
      name: string,
      heading: string,
      {
        to,
        read,
        ...shape
      }: Shape<Row> & { to: (row: Row) => string | null; read: (row: Row) => string },
    ): Column<Row> {
      return {
        field: name,
        heading,
        flex: 1,
        minWidth: 140,
        ...shape,
        cell: (row) => {
          const address = to(row);
          return address ? (
            <Link component={RouterLink} to={address}>
              {read(row)}
            </Link>
          ) : (
            read(row) || '–'
          );
        },
      };
    },

    /** A column with a custom cell. */
    own(
      name: string,
      heading: string,
      { cell, ...shape }: Shape<Row> & Pick<Column<Row>, 'cell'>,
    ): Column<Row> {
      return { field: name, heading, flex: 1, minWidth: 140, ...shape, cell };
    },
  };
}

/** Text clamped to two lines, with the full text as a tooltip. */
function ClampedText({ text }: { text: string }) {
  return (
    <span className="cut" dir="auto" title={text || undefined}>
      <NonBreakingCodes text={text || '–'} />
    </span>
  );
}

function LocalizedText<Name extends string>({
  record,
  name,
  note,
}: {
  record: Bilingual<Name> | null | undefined;
  name: Name;
  note: string | undefined;
}) {
  const text = localized(record, name, useLocale());
  if (!note) return <ClampedText text={text} />;
  return (
    <span className="two-lines" title={`${text} · ${note}`}>
      <span>{text || '–'}</span>
      <small>
        <NonBreakingCodes text={note} />
      </small>
    </span>
  );
}
