package dev.rowan.web.screen;

import dev.rowan.api.Time;
import dev.rowan.web.layout.Layout;
import dev.rowan.web.read.LandscapePlace;
import dev.rowan.web.read.ReaderPool;
import dev.rowan.web.read.RunStates;

/// The dependencies of a screen.
public record WebContext(LandscapePlace location, ReaderPool readers, RunStates states, Layout layout, Time time) {}
