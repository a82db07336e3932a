import { SHARED_SECRET, type Shape } from './shape.ts';

/** PagerDuty webhooks v3. Only a triggered incident starts a run. */
export const pagerDuty: Shape = {
  vertical: 'it',
  types: ['application/json'],
  schemes: ['pagerduty'],
  eventId: 'event.id',
  mapping: `event[event_type = "incident.triggered"].data.{
    "id": "PD-" & id,
    "host": service.summary,
    "severity": $exists(priority.summary) ? priority.summary : urgency,
    "symptom": title,
    "evidence": $exists(body.details) ? $string(body.details)
  }`,
};

/** Alertmanager's webhook, version 4: one notification about a group of alerts. Only firing alerts start a run. */
export const alertmanager: Shape = {
  vertical: 'it',
  types: ['application/json'],
  schemes: SHARED_SECRET.filter((scheme) => scheme !== 'query'),
  // Repeated notifications about the same alerts are one event.
  eventId: `groupKey & " " & $join($sort(alerts[status = "firing"].(fingerprint & "@" & startsAt)), " ")`,
  mapping: `status = "firing" ? (
    $firing := alerts[status = "firing"];
    $instance := $exists(commonLabels.instance) ? commonLabels.instance : $firing[0].labels.instance;
    $said := function($of) { $exists($of.summary) ? $of.summary : $of.description };
    $common := $said(commonAnnotations);
    {
      "id": "AM-" & $firing[0].fingerprint,
      "host": $instance ? $split($instance, ":")[0],
      "severity": $exists(commonLabels.severity) ? commonLabels.severity : $firing[0].labels.severity,
      "symptom": $join($append($exists(commonLabels.alertname) ? commonLabels.alertname : $firing[0].labels.alertname,
        $exists($common) ? $common : $said($firing[0].annotations)), ": "),
      "evidence": $join($firing.($exists(annotations.description) ? annotations.description : labels.alertname), "\\n")
    }
  )`,
};
