package dev.rowan.web.pipeline;

/// Where the pipeline comes from that `/pipeline` shows: it is read anew each time it is looked at. Who
/// implements it knows the plugins, so that it finds every problem that `rowan validate` would.
@FunctionalInterface
public interface PipelineSource {
    PipelineText read();
}
