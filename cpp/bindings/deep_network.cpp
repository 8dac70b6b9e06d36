// The network of sapper-deep, for tests, benchmarks and what chooses its margin.
#include "players/deep_network.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "bindings/bindings.hpp"
#include "players/deep_adviser.hpp"

namespace sapper::bindings {

namespace {

// The path of the shipped weights. Python knows it; its lock also guards the path.
std::string shipped_weights() {
    static std::string* path = nullptr;
    const nb::gil_scoped_acquire lock;
    if (path == nullptr) {
        try {
            const nb::object find = nb::module_::import_("sapper.shipped_networks").attr("shipped_weights");
            path = new std::string(nb::cast<std::string>(find(sapper::DEEP)));
        } catch (nb::python_error& error) {
            throw sapper::WeightsError(nb::str(error.value()).c_str());
        }
    }
    return *path;
}

// Names of weights are paths of files, or the agent whose weights are shipped.
class FilesOnDisk : public sapper::WeightsFiles {
public:
    std::string version(const std::string& name) override {
        std::error_code error;
        const auto path = path_of(name);
        const auto written = std::filesystem::last_write_time(path, error);
        const auto size = error ? 0 : std::filesystem::file_size(path, error);
        if (error) throw sapper::WeightsError("the weights " + name + " cannot be read: " + error.message());
        return std::to_string(written.time_since_epoch().count()) + " " + std::to_string(size);
    }

    std::vector<std::uint8_t> read(const std::string& name) override {
        std::ifstream stream(path_of(name), std::ios::binary);
        std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(stream), {}};
        if (!stream) throw sapper::WeightsError("the weights " + name + " cannot be read");
        return bytes;
    }

private:
    static std::filesystem::path path_of(const std::string& name) {
        const std::string path = name == sapper::DEEP ? shipped_weights() : name;
        return std::u8string(path.begin(), path.end());
    }
};

}  // namespace

void bind_deep_network(nb::module_& m) {
    sapper::set_weights_files(std::make_unique<FilesOnDisk>());
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const sapper::WeightsError& error) {
            const nb::object type = nb::module_::import_("sapper.errors").attr("SapperError");
            PyErr_SetString(type.ptr(), error.what());
        }
    });
    m.def(
        "check_weights", [](const std::string& path) { sapper::deep_network(path); }, "path"_a,
        "Read a file of weights, as an agent does that plays with it: a path, or the agent whose weights are shipped.");
    nb::class_<sapper::DeepNetwork>(m, "DeepNetwork", "The network of sapper-deep, from the bytes of its file.")
        .def(
            "__init__",
            [](sapper::DeepNetwork* self, nb::bytes bytes, const std::string& name) {
                new (self)
                    sapper::DeepNetwork({reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size()}, name);
            },
            "bytes"_a, "name"_a)
        .def_prop_ro("planes", &sapper::DeepNetwork::planes, "How many planes it reads.")
        .def_prop_ro("channels", &sapper::DeepNetwork::channels, "How many numbers each layer has for a cell.")
        .def_prop_ro("blocks", &sapper::DeepNetwork::blocks, "How many residual blocks it has.")
        .def_prop_ro("margin", &sapper::DeepNetwork::margin,
                     "How much greater the chance to win by another cell must be.")
        .def(
            "run",
            [](const sapper::DeepNetwork& self,
               const nb::ndarray<const float, nb::ndim<4>, nb::c_contig, nb::device::cpu>& planes) {
                const auto count = planes.shape(0), rows = planes.shape(2), cols = planes.shape(3);
                check_size(rows, cols);
                if (planes.shape(1) != static_cast<std::size_t>(self.planes()) || rows == 0 || cols == 0)
                    throw std::invalid_argument("the network reads " + std::to_string(self.planes()) +
                                                " planes of a board");
                float *corrections, *wins;
                auto by_cell = new_array(count, rows * cols, corrections);
                auto by_position = new_array(count, 1, wins);
                {
                    const Unlocked unlocked;
                    sapper::DeepMemory memory;
                    std::vector<float> found;
                    for (std::size_t i = 0; i < count; ++i) {
                        check_interruption();
                        const std::size_t size = planes.shape(1) * rows * cols;
                        wins[i] = self.run({planes.data() + i * size, size}, static_cast<int>(rows),
                                           static_cast<int>(cols), memory, found);
                        std::copy(found.begin(), found.end(), corrections + i * rows * cols);
                    }
                }
                return std::pair(by_cell, by_position);
            },
            "planes"_a,
            "Run it on planes (N, planes, rows, cols): the corrections (N, rows * cols) and those of the chance to "
            "win (N, 1), both in log odds.");
}

}  // namespace sapper::bindings
