{{- define "oriki.name" -}}
{{- if contains "oriki" .Release.Name }}{{ .Release.Name | trunc 50 }}{{ else }}{{ printf "%s-oriki" .Release.Name | trunc 50 }}{{ end }}
{{- end }}

{{- define "oriki.selector" -}}
app.kubernetes.io/name: oriki
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "oriki.labels" -}}
{{ include "oriki.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "oriki.image" -}}
{{- with .Values.image }}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- define "oriki.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (include "oriki.name" .) }}
{{- end }}

{{- define "oriki.claim" -}}
{{ .Values.data.existingClaim | default (printf "%s-data" (include "oriki.name" .)) }}
{{- end }}

{{/* More than docs/operations/start.md sums up: drain, listener, requests or a verification, webhooks, their outcomes. */}}
{{- define "oriki.graceSeconds" -}}
{{- with .Values.stop }}
{{- $requests := max (int .shutdownTimeoutMs) (int .longestVerificationMs) }}
{{- add 5 (ceil (divf (add (int .drainDelayMs) 500 $requests (int .shutdownTimeoutMs) 2000) 1000)) }}
{{- end }}
{{- end }}

{{/* Settings, and the files of secrets. */}}
{{- define "oriki.environment" -}}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- range $name, $key := .Values.secrets.files }}
- { name: {{ $name }}_FILE, value: /run/secrets/oriki/{{ $key }} }
{{- end }}
- { name: ORIKI_DRAIN_DELAY_MS, value: {{ .Values.stop.drainDelayMs | int | quote }} }
- { name: ORIKI_SHUTDOWN_TIMEOUT_MS, value: {{ .Values.stop.shutdownTimeoutMs | int | quote }} }
{{- end }}

{{- define "oriki.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "oriki.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* A volume of an existing Secret: its files are readable by the group of the pod alone. */}}
{{- define "oriki.secretVolume" -}}
secret:
  secretName: {{ .name }}
  defaultMode: 0440
  items:
    {{- range $name, $key := .files }}
    - { key: {{ $key }}, path: {{ $key }} }
    {{- end }}
{{- end }}

{{/* The pods of a role. Takes: root, role, name, values. */}}
{{- define "oriki.deployment" -}}
{{- $root := .root }}
{{- $values := .values }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "oriki.name" $root }}-{{ .name }}
  labels:
    {{- include "oriki.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .name }}
spec:
  {{- if not (dig "autoscaling" "enabled" false $values) }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: 3
  strategy:
    {{- if eq .role "all" }}
    # Two pods could not have the volume at the same time.
    type: Recreate
    {{- else }}
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
    {{- end }}
  selector:
    matchLabels:
      {{- include "oriki.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .name }}
  template:
    metadata:
      labels:
        {{- include "oriki.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .name }}
      {{- with $values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "oriki.serviceAccount" $root }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        {{- include "oriki.podSecurity" $root | nindent 8 }}
      terminationGracePeriodSeconds: {{ include "oriki.graceSeconds" $root }}
      topologySpreadConstraints:
        {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ $key }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "oriki.selector" $root | nindent 14 }}
              app.kubernetes.io/component: {{ $.name }}
        {{- end }}
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: oriki
          image: {{ include "oriki.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          securityContext:
            {{- include "oriki.containerSecurity" $root | nindent 12 }}
          env:
            - { name: ORIKI_ROLE, value: {{ .role }} }
            {{- include "oriki.environment" $root | nindent 12 }}
          ports:
            {{- if ne .role "worker" }}
            - { name: http, containerPort: 3000 }
            {{- end }}
            - { name: admin, containerPort: 9464 }
          # A start reads global lists, and waits for a migration: ten minutes at most.
          startupProbe:
            httpGet: { path: /livez, port: admin }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 300
          livenessProbe:
            httpGet: { path: /livez, port: admin }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 3
          # It gives the database 1.5 s.
          readinessProbe:
            httpGet: { path: /readyz, port: admin }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 2
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: /var/lib/oriki }
            - { name: tmp, mountPath: /tmp }
            - { name: secrets, mountPath: /run/secrets/oriki, readOnly: true }
            {{- if $root.Values.filesSecret }}
            - { name: files, mountPath: /etc/oriki, readOnly: true }
            {{- end }}
      volumes:
        - name: data
          persistentVolumeClaim: { claimName: {{ include "oriki.claim" $root }} }
        - name: tmp
          emptyDir: { sizeLimit: 1Gi }
        - name: secrets
          {{- include "oriki.secretVolume" $root.Values.secrets | nindent 10 }}
        {{- with $root.Values.filesSecret }}
        - name: files
          secret: { secretName: {{ . }}, defaultMode: 0440 }
        {{- end }}
{{- end }}
