// The analysis of one view, as Python holds it.
#pragma once

#include "bindings/bindings.hpp"
#include "solver/analysis.hpp"

namespace sapper::bindings {

// With what later questions about it need.
struct BoundAnalysis : sapper::Analysis {
    nb::object keeps_view;  // views do not change, so the analysis shares its view with Python
    const sapper::View* view = nullptr;
    sapper::Limits limits;
    double seconds = 0;  // that the analysis took
    bool trust_flags = false;
};

}  // namespace sapper::bindings
