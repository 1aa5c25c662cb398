package dev.rowan.parquet;

/// A column of a table.
public record ParquetColumn(String name, ColumnType type) {}
