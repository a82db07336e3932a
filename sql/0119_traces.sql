-- An event carries the place in the trace of what caused it, if the caller sent one, so that its receiver can continue the trace.
ALTER TABLE events_outbox ADD COLUMN traceparent text
  CHECK (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$');
