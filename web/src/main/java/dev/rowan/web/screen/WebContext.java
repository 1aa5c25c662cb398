package dev.rowan.web.screen;

import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.web.layout.Layout;
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.read.RunStates;
import dev.rowan.web.read.SessionPool;

/// The dependencies of a screen.
public record WebContext(
        LandscapeLocation location, SessionPool<LandscapeReader> readers, RunStates states, Layout layout, Time time) {}
