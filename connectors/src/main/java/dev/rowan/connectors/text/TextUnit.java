package dev.rowan.connectors.text;

/// What becomes one row.
enum TextUnit {
    LINE,
    /// Lines up to a blank one.
    PARAGRAPH,
    FILE
}
