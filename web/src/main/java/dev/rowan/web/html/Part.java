package dev.rowan.web.html;

/// What an element is made of: attributes and other pieces.
public sealed interface Part permits Html, Attribute {}
