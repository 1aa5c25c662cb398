package dev.rowan.web.html;

/// A part of an element: attributes and other elements.
public sealed interface Part permits Html, Attribute {}
