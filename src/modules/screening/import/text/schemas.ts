import { Type } from 'typebox';
import { Nullable, StringEnum } from '../../../../platform/http/schema.ts';
import { DATE_FORMATS } from './date-orders.ts';

/** The encoding, separator and order of dates with which a file was read. */
export const FileReading = Type.Object(
  {
    encoding: Type.String({ description: 'As it was found.' }),
    delimiter: Type.String({ description: '`comma`, `semicolon` or `tab`.' }),
    dateFormat: Nullable(Type.String(), {
      description: 'Order of days and months; null where none is needed, or the file has several.',
    }),
    warnings: Type.Array(Type.String(), { description: 'What nobody can be sure of.' }),
  },
  { title: 'ScreeningFileReading' },
);

export const AskedDateFormat = StringEnum('DateFormat', DATE_FORMATS, {
  description:
    'Order of days and months in the file. Without it the dates show it; if none does, the answer is 400.',
});

/** The form in which a body of JSON has a file. */
export const ContentEncoding = StringEnum('ScreeningContentEncoding', ['utf-8', 'base64'], {
  description:
    '`base64`: the file is sent as base64 (RFC 4648 section 4) with its padding, so that it can be a workbook (`.xlsx`), or a text of ' +
    'which the encoding is found. Default: `utf-8`.',
});

/** The column of a field, by its name in the header. */
export const AskedColumn = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));
