-- The beginning of a message's content as lists show it: on one line, at most 140 code points, without characters that
-- could hide, reorder or replace what stands beside it. The content itself stays as it was sent.
CREATE FUNCTION message_preview(content text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  part text;
  preview text;
BEGIN
  -- Most of a long content is not needed, unless its beginning has many characters that go.
  FOREACH part IN ARRAY ARRAY[left(content, 1000), content] LOOP
    -- Line breaks of Unicode (UAX #14: BK, CR, LF, NL) and the tab become a space.
    preview := regexp_replace(part, '\r\n|[\t\n\v\f\r\u0085\u2028\u2029]', ' ', 'g');
    -- Cc, and the characters of Unicode's property Bidi_Control (PropList.txt), go.
    preview := left(regexp_replace(preview,
      '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'), 140);
    EXIT WHEN length(preview) = 140 OR length(part) = length(content);
  END LOOP;
  RETURN preview;
END $$;
