{{- /* Labels by which a part is found: never to be changed. Given (list $ "web"). */ -}}
{{- define "tabellone.selector" -}}
app.kubernetes.io/name: tabellone
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "tabellone.labels" -}}
{{ include "tabellone.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ (index . 0).Chart.Name }}-{{ (index . 0).Chart.Version }}
{{- end }}

{{- define "tabellone.metadata" -}}
name: {{ (index . 0).Release.Name }}-{{ index . 1 }}
namespace: {{ (index . 0).Release.Namespace }}
labels:
  {{- include "tabellone.labels" . | nindent 2 }}
{{- end }}

{{- /* Of every pod: nobody is root, nothing is written but /tmp, parts are spread over the machines. */ -}}
{{- define "tabellone.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: {type: RuntimeDefault}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "tabellone.selector" . | nindent 8 }}
{{- with (index . 0).Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with (index . 0).Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with (index . 0).Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* Of every container of this project. Given (list $ "web"). */ -}}
{{- define "tabellone.container" -}}
{{- $root := index . 0 -}}
{{- $part := index . 1 -}}
name: {{ $part }}
image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
resources:
  {{- toYaml (index $root.Values $part).resources | nindent 2 }}
envFrom:
  - secretRef: {name: {{ $root.Values.secret }}}
env:
  - {name: ALLOWED_HOSTS, value: {{ $root.Values.host | quote }}}
  - {name: CSRF_TRUSTED_ORIGINS, value: {{ printf "https://%s" $root.Values.host | quote }}}
  - {name: PUBLIC_URL, value: {{ printf "https://%s" $root.Values.host | quote }}}
  - {name: BEHIND_PROXY, value: "1"}
  - {name: PROXY_ADDRESSES, value: {{ join "," $root.Values.proxyNetworks | quote }}}
  - {name: METRICS_PORT, value: "9100"}
  - {name: METRICS_ADDRESS, value: 0.0.0.0}
  - {name: DATABASE_POOL, value: {{ ternary "1" "0" (eq $part "web") | quote }}}
  {{- if and (has $part (list "web" "worker")) $root.Values.backups.claim }}{{/* web says on /privacy/ that there are */}}
  - {name: BACKUPS, value: /var/lib/tabellone/backups}
  {{- end }}
  {{- range $name, $value := $root.Values.settings }}
  - {name: {{ $name }}, value: {{ $value | quote }}}
  {{- end }}
{{- end }}
