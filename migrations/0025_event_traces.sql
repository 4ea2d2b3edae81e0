-- The request that published an event, as `traceparent` of W3C Trace Context, where its trace is recorded: deliveries are
-- linked to it (docs/tracing.md). Random ids, nobody's data.
ALTER TABLE events ADD COLUMN traceparent text;
