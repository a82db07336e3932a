{{- define "pramaan.name" -}}
{{- printf "%s" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "pramaan.selector" -}}
app.kubernetes.io/name: pramaan
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "pramaan.labels" -}}
{{ include "pramaan.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "pramaan.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}{{ .repository }}@{{ .digest }}{{- else -}}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{- end -}}
{{- end -}}
{{- end -}}

{{/* The pod's and the container's security context, the same for every process. */}}
{{- define "pramaan.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "pramaan.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
privileged: false
capabilities: { drop: [ALL] }
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{/* Secrets of a process: those of `secrets`, without the owner's, which only migrate gets, and the signers', which only workers get. */}}
{{- define "pramaan.secrets" -}}
{{- $given := dict -}}
{{- range $setting, $ref := .root.Values.secrets -}}
{{- $isOwner := eq $setting "DATABASE_MIGRATION_URL" -}}
{{- $isSigner := has $setting (list "LEDGER_SIGNING_KEYS" "LEDGER_ALERT_SECRET") -}}
{{- $isApi := has $setting (list "METRICS_TOKEN" "OIDC_CLIENT_SECRET") -}}
{{- if or (and (eq $.part "migrate") $isOwner) (and (eq $.part "api") (not $isOwner) (not $isSigner)) (and (eq $.part "worker") (not $isOwner) (not $isApi)) -}}
{{- $_ := set $given $setting $ref -}}
{{- end -}}
{{- end -}}
{{- toYaml $given -}}
{{- end -}}

{{- define "pramaan.secretEnv" -}}
{{- range $setting, $ref := include "pramaan.secrets" . | fromYaml }}
- { name: {{ $setting }}_FILE, value: /secrets/{{ $setting }} }
{{- end }}
{{- end -}}

{{- define "pramaan.volumes" -}}
- name: tmp
  emptyDir: { medium: Memory, sizeLimit: 256Mi }
- name: secrets
  projected:
    defaultMode: 0440
    sources:
{{- range $setting, $ref := include "pramaan.secrets" . | fromYaml }}
      - secret:
          name: {{ $ref.name }}
          items: [{ key: {{ $ref.key | quote }}, path: {{ $setting }} }]
{{- end }}
{{- with .root.Values.certificates }}
{{- if or .secrets .configMaps }}
- name: certificates
  projected:
    defaultMode: 0440
    sources:
{{- range .secrets }}
      - secret: { name: {{ . }} }
{{- end }}
{{- range .configMaps }}
      - configMap: { name: {{ . }} }
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "pramaan.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /secrets, readOnly: true }
{{- with .Values.certificates }}
{{- if or .secrets .configMaps }}
- { name: certificates, mountPath: /certificates, readOnly: true }
{{- end }}
{{- end }}
{{- end -}}

{{/* Spreads a process's pods over nodes and zones. */}}
{{- define "pramaan.spread" -}}
{{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- maxSkew: 1
  topologyKey: {{ . }}
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "pramaan.selector" $ | nindent 6 }}
{{- end }}
{{- end -}}

{{/* Settings of a process: those for all processes, then its own. */}}
{{- define "pramaan.config" -}}
{{- range $name, $value := merge (dict) (index .root.Values .part).config .root.Values.config }}
{{ $name }}: {{ $value | toString | quote }}
{{- end }}
{{- end -}}
