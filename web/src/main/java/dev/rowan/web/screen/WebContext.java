package dev.rowan.web.screen;

import dev.rowan.api.Time;
import dev.rowan.web.layout.Layout;
import dev.rowan.web.read.LandscapePlace;
import dev.rowan.web.read.ReaderPool;
import dev.rowan.web.read.RunStates;

/// What every screen is made with.
public record WebContext(LandscapePlace place, ReaderPool readers, RunStates states, Layout layout, Time time) {}
