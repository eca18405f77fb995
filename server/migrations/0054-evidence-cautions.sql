-- Whoever relies on a captured error page has to know; captures from before it was said keep the site's answer among their facts.
UPDATE evidence
SET capture = capture || jsonb_build_object('cautions', jsonb_build_array(
    jsonb_build_object('code', 'page-status', 'params', jsonb_build_object('status', (capture->>'httpStatus')::int))))
WHERE jsonb_typeof(capture->'httpStatus') = 'number' AND (capture->>'httpStatus')::int >= 400 AND NOT capture ? 'cautions';
