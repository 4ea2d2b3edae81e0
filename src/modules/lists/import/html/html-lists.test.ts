import { describe, expect, test } from 'vitest';
import { importAll } from '../../../../../test/support/list-formats/import-all.ts';
import { fincenHtml } from './fincen-html.ts';
import { nigsacHtml } from './nigsac-html.ts';

const FINCEN = `<!DOCTYPE html><html><head><title>311</title><script>var a = "<table><tr><td>no</td></tr>";</script></head><body>
<table class="nav"><tr><th>Menu</th></tr><tr><td>Home</td></tr></table>
<table id="special-measures-table"><thead><tr><th></th><th>Finding</th><th>Notice of Proposed&nbsp;Rulemaking</th><th>Final Rule</th><th>Rescinded</th></tr></thead>
<tbody>
<tr><td>ABLV Bank, AS</td><td><a href="/f.pdf">02/13/2018</a></td><td>02/16/2018</td><td>---</td><td>---</td></tr>
<tr><td><p>Islamic Republic<br>of Iran</p><td>11/25/2011<td>---<td>11/04/2019<td>---
<tr><td>Burma****</td><td>11/25/2003</td><td></td><td>04/12/2004</td><td>---</td></tr>
<tr><td>Acme &amp; Sons (ACME)</td><td></td><td>01/02/2023</td><td></td><td></td></tr>
<tr><td>Gone Bank</td><td>01/02/2003</td><td></td><td></td><td>10/01/2012</td></tr>
<tr><td>---</td><td></td><td></td><td></td><td></td></tr>
</tbody></table></body></html>`;

test("FinCEN's measures are those of its table that were not rescinded", async () => {
  const { entries, rejections } = await importAll(fincenHtml, FINCEN);
  expect(rejections).toEqual([
    { line: 10, file: 'main', reason: 'the name has no letter or digit' },
  ]);
  expect(entries).toMatchObject([
    {
      externalId: 'ABLV Bank, AS',
      entityType: 'organization',
      name: 'ABLV Bank, AS',
      countries: [],
      programs: ['FinCEN special measures'],
      raw: { finding: '02/13/2018', notice_of_proposed_rulemaking: '02/16/2018' },
    },
    { name: 'Islamic Republic of Iran', entityType: 'unknown', countries: ['IR'] },
    { name: 'Burma', entityType: 'unknown', countries: ['MM'] },
    { name: 'Acme & Sons', aliases: [{ name: 'ACME', quality: 'weak', kind: 'aka' }] },
  ]);
});

const NIGSAC = `<html><body><h6>Individual</h6>
<table><thead><tr><th>S/N</th><th>Full Name</th><th>Reference Number</th><th>Record Date</th><th>Nationality</th><th>Date of Birth</th><th></th></tr></thead><tbody>
<tr><td>1</td><td>Ada Obi</td><td>NG/IND/1</td><td>18/03/2024</td><td>Nigerian</td><td>01/02/1970</td><td><a href="/d/1">Details</a></td></tr>
<tr><td>2</td><td>Bola Eze</td><td>NG/IND/1</td><td>18/03/2024</td><td></td><td></td><td><a href="/d/2">Details</a></td></tr>
</tbody></table><h6>Entity</h6>
<table><thead><tr><th>S/N</th><th>Entity Name</th><th>Incorporation Number</th><th>Record Date</th></tr></thead><tbody>
<tr><td>1</td><td>Acme People (AP)</td><td>RC 12345</td><td>18/03/2024</td></tr></tbody></table></body></html>`;

test("Nigeria's list has the individuals and the entities of its two tables", async () => {
  const { entries, rejections, omissions } = await importAll(nigsacHtml, NIGSAC);
  expect([...rejections, ...omissions]).toEqual([]);
  expect(entries).toMatchObject([
    {
      externalId: 'NG/IND/1 | Ada Obi',
      entityType: 'person',
      name: 'Ada Obi',
      dobs: ['1970-02-01'],
      countries: ['NG'],
      programs: ['Nigeria Sanctions List'],
      raw: { record_date: '18/03/2024' },
    },
    { externalId: 'NG/IND/1 | Bola Eze', dobs: [], countries: [] },
    {
      externalId: 'Acme People',
      entityType: 'organization',
      aliases: [{ name: 'AP', quality: 'weak', kind: 'aka' }],
      identifiers: { registration: 'RC 12345' },
    },
  ]);
});

describe('a page', () => {
  test('that lacks a table, or is a different page, is refused', async () => {
    const other = '<html><table><tr><td>Sign in</td></tr></table></html>';
    await expect(importAll(fincenHtml, other)).rejects.toThrow('it may have changed');
    await expect(importAll(nigsacHtml, NIGSAC.replace('Entity Name', 'X'))).rejects.toThrow(
      'does not have both tables',
    );
  });

  test('with elements nested too deep, or a comment without end, is refused', async () => {
    await expect(importAll(nigsacHtml, '<div>'.repeat(257))).rejects.toThrow('too deeply');
    const endless = `<!--${`${'x'.repeat(1000)}\n`.repeat(1100)}`;
    await expect(importAll(nigsacHtml, endless)).rejects.toThrow('too long');
  });

  test('has no entry for a row whose cells do not match its header', async () => {
    const page = NIGSAC.replace('<td>1</td><td>Ada Obi</td>', '<td>Ada Obi</td>');
    const { entries, rejections } = await importAll(nigsacHtml, page);
    expect(rejections).toEqual([
      { line: 3, file: 'main', reason: 'the row has 6 cells, the header 7' },
    ]);
    expect(entries.map(({ name }) => name)).toEqual(['Bola Eze', 'Acme People']);
  });

  test('with a name longer than an id never splits a character', async () => {
    const name = `${'x'.repeat(499)}\u{1F600}`;
    const { entries } = await importAll(
      fincenHtml,
      FINCEN.replace('Gone Bank', name).replace('10/01/2012', ''),
    );
    expect(entries.length).toBeGreaterThan(3);
    expect(entries.every(({ externalId }) => externalId.isWellFormed())).toBe(true);
  });

  test('that is cut off in a table, or has a row without end, is refused', async () => {
    const cut = NIGSAC.slice(0, NIGSAC.indexOf('RC 12345'));
    await expect(importAll(nigsacHtml, cut)).rejects.toThrow('cut off in a table');
    const long = `<table><tr><th>Full Name</th></tr><tr><td>${'x'.repeat(100_000)}`;
    await expect(importAll(nigsacHtml, long)).rejects.toThrow('too long');
  });
});
