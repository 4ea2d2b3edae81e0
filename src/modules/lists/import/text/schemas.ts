import { Type } from 'typebox';
import { Nullable, StringEnum } from '../../../../platform/http/schema.ts';
import { DATE_FORMATS } from './date-orders.ts';

/** Encoding, separator and order of dates with which a file was read. */
export const FileReading = Type.Object(
  {
    encoding: Type.String({ description: 'As detected.' }),
    delimiter: Type.String({
      description: '`comma`, `semicolon`, `tab`, or the character that a first line `sep=` names.',
    }),
    dateFormat: Nullable(Type.String(), {
      description: 'Order of days and months; null if no date needs one, or the file has several.',
    }),
    warnings: Type.Array(Type.String(), { description: 'Uncertain readings.' }),
  },
  { title: 'ScreeningFileReading' },
);

export const AskedDateFormat = StringEnum('DateFormat', DATE_FORMATS, {
  description:
    'Order of days and months in the file. Default: inferred from the dates; if that is impossible, the answer is 400.',
});

/** The form of a file in a JSON body. */
export const ContentEncoding = StringEnum('ScreeningContentEncoding', ['utf-8', 'base64'], {
  description:
    '`base64`: the file is sent as base64 (RFC 4648 section 4) with padding. It can be a workbook (`.xlsx`), or a text in an ' +
    'encoding that Oriki detects. Default: `utf-8`.',
});

/** Column of a field, by its name in the header. */
export const AskedColumn = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));
