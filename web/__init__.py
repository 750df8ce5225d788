"""The pages and the HTTP interface that phones play on."""
